import { change, SYSTEM } from '../src/db/db.ts'
import { acceptInvitation } from '../src/members/accept-invitation.ts'
import { restoreMember } from '../src/members/restore-member.ts'
import { castBallot } from '../src/polls/ballots/cast-ballot.ts'
import { ensurePeople } from '../src/users/users-store.ts'
import { decoded, type GroupWorld, openGroupWorld, signedInCookie } from './group-web.ts'
import { makePoll, makeThread, type PollWish } from './tell.ts'
import { keyOf, SAME_ORIGIN } from './web.ts'

export const GAIL = 'gail@far.example'
export const MEMBERS = '/g/mill-lane/members'

/** Gail, a guest of threads and polls who is then invited to their group: what she does, and what she has. */
export type JoiningGuest = Awaited<ReturnType<typeof openJoiningGuest>>

export async function openJoiningGuest() {
  const at = await openGroupWorld()
  const [user_id = 0] = await ensurePeople(at.world.db.pool, [GAIL])
  await at.world.db.pool.query("update users set name = 'Gail Orr' where id = $1", [user_id])
  const of = { at, user_id, cookie: await signedInCookie(at.world, user_id) }
  return { ...of, ...thingsOf(of), ...actsOf(of), ...sightsOf(of) }
}

type Of = { at: GroupWorld; user_id: number; cookie: string }

/** Polls and threads, started by Ada. */
function thingsOf({ at, user_id }: Of) {
  return {
    asAda: () => ({ kind: 'person', user_id: at.world.ada.id }) as const,
    reader: () => ({ user_id: at.world.ada.id, member: true, accepted: true, admin: true }),
    poll: (wish: PollWish = {}) => makePoll(at.world, { told: 'holders', ...wish }),
    /** A thread of which she is a guest. */
    thread: (title: string) => makeThread(at.world, { emails: [GAIL] }, title),
    vote: (poll_id: number, voter = user_id) =>
      castBallot(at.world.db, { poll_id, user_id: voter, choices: { agree: 1 }, reason: null }),
  }
}

/** What happens to her membership. */
function actsOf({ at, user_id, cookie }: Of) {
  const membership = async (): Promise<number> => {
    const found = 'select id from memberships where user_id = $1'
    return (await at.world.db.pool.query(found, [user_id])).rows[0]?.id
  }
  /** The form was accepted. */
  const done = ({ statusCode }: { statusCode: number }) => {
    if (statusCode !== 303) throw new Error(`answered with ${statusCode}`)
  }
  const invite = async () =>
    done(await at.post('/g/mill-lane/invite', 'ada', { emails: GAIL, step: 'invite' }))
  return {
    membership,
    invite,
    join: async () => {
      await invite()
      const who = { group_id: at.world.group.id, user_id, mailed: true }
      await change(at.world.db, { kind: 'person', user_id }, (act) => acceptInvitation(act, who))
    },
    /** Removes her, or withdraws her invitation. */
    remove: async () =>
      done(await at.post(`${MEMBERS}/${await membership()}/remove`, 'ada', { confirm: 'true' })),
    leave: async () =>
      done(await at.web.post('/g/mill-lane/leave', { confirm: 'true' }, { ...SAME_ORIGIN, cookie })),
    restore: () => change(at.world.db, SYSTEM, (act) => restoreMember(act, 'mill-lane', GAIL)),
  }
}

/** What she and others see. */
function sightsOf({ at, user_id, cookie }: Of) {
  const pageOf = async (table: 'polls' | 'discussions', id: number) =>
    `/${table === 'polls' ? 'p' : 'd'}/${await keyOf(at.world, table, id)}`
  return {
    pageOf,
    /** What answers her at the page, signed in. */
    answer: async (table: 'polls' | 'discussions', id: number) =>
      (await at.web.get(await pageOf(table, id), cookie)).statusCode,
    /** How she has her ballot in each of these polls, and how many voters each has. */
    ballots: async (...ids: number[]) => {
      const { rows } = await at.world.db.pool.query(
        `select case when e.withdrawn_at is null then e.issued_as end as issued_as, t.voters
         from unnest($1::bigint[]) with ordinality as p(id, place) join tallies t on t.poll_id = p.id
         left join electorate e on e.poll_id = p.id and e.user_id = $2 order by p.place`,
        [ids, user_id],
      )
      return rows.map((row) => [row.issued_as, row.voters])
    },
    /** Whether she is among those who can read the thread. */
    isReader: async (id: number) =>
      decoded((await at.get(`${await pageOf('discussions', id)}/people`, 'ada')).body).includes('Gail Orr'),
  }
}
