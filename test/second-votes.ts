import { expect } from 'vitest'
import { change, SYSTEM } from '../src/db/db.ts'
import { setMembers } from '../src/members/set-members.ts'
import { erasePerson } from '../src/personal-data/erase-person.ts'
import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../src/polls/close-poll.ts'
import { reopenPoll } from '../src/polls/open-poll.ts'
import { signedInCookie } from './group-web.ts'
import { openJoiningWorld } from './joining.ts'
import { makePoll, type PollWish } from './tell.ts'
import { keyOf } from './web.ts'

/** Settings of an anonymous poll. */
export const SECRET = { anonymous: true, stance_reason_required: 'disabled' as const }

/** What each of two votes came to, see `votes`. */
export const NONE = ['no_ballot', 'no_ballot']
export const CAST = ['cast', 'cast']

const LATER = new Date(Date.now() + 7 * 24 * 3_600_000)

/** A group in which people try to vote twice. */
export type SecondVotes = Awaited<ReturnType<typeof openSecondVotes>>

export async function openSecondVotes() {
  const at = await openJoiningWorld()
  const { db, group } = at.world
  let addresses = 0
  const idOf = async (address: string) =>
    (await at.query('select id from users where email = $1', [address]))[0]?.id as number
  const list = (emails: string[], remove_absent: boolean) =>
    change(db, SYSTEM, (act) =>
      setMembers(act, {
        ...{ group_id: group.id, emails, remove_absent },
        ...{ dry_run: false, guard: false, force: false },
      }),
    )
  const add = (...emails: string[]) => list(emails, false)
  const vote = async (poll_id: number, address: string) =>
    castBallot(db, { poll_id, user_id: await idOf(address), choices: { agree: 1 }, reason: null }).then(
      () => 'cast',
      (error: { code?: string }) => error.code ?? String(error),
    )
  const erase = async (address: string) =>
    erasePerson(db, SYSTEM, { user_id: await idOf(address), writings: 'keep', list: null })
  const poll = async (wish: PollWish = {}) => {
    const id = await makePoll(at.world, wish)
    return { id, path: `/p/${await keyOf(at.world, 'polls', id)}` }
  }
  const tally = async (id: number) => {
    const [row] = await at.query(
      `select t.voters, (select count(*)::int from electorate e where e.poll_id = t.poll_id and e.voted) as voted
       from tallies t where t.poll_id = $1`,
      [id],
    )
    return row as { voters: number; voted: number }
  }
  return {
    ...{ ...at, db, group_id: group.id, idOf, add, vote, erase, poll, tally },
    /** A poll with names and an anonymous one. */
    both: async () => [await poll(), await poll({ settings: SECRET })] as const,
    votes: async (polls: readonly { id: number }[], address: string) => {
      const answers: string[] = []
      for (const { id } of polls) answers.push(await vote(id, address))
      return answers
    },
    close: (id: number) => change(db, SYSTEM, (act) => closePoll(act, id)),
    reopen: (id: number) => change(db, SYSTEM, (act) => reopenPoll(act, id, LATER)),
    newAddress: () => `nina${++addresses}@far.example`,
    /** A program sets the list of members: these, and those who were there at first. */
    sync: async (...emails: string[]) => {
      const first = await at.query('select email from users where id = any ($1)', [Object.values(at.people)])
      await list([...first.map(({ email }) => String(email)), ...emails], true)
    },
    /** Somebody changes their address. */
    move: async (from: string, to: string) => {
      await at.query('update users set email = $2 where email = $1', [from, to])
    },
    page: async (path: string, address: string) =>
      at.web.get(path, await signedInCookie(at.world, await idOf(address))),
    /** Somebody votes in these polls and deletes their account. */
    voteAndLeave: async (address: string, ...ids: number[]) => {
      await add(address)
      for (const id of ids) expect(await vote(id, address)).toBe('cast')
      await erase(address)
    },
  }
}
