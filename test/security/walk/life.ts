import { change, SYSTEM } from '../../../src/db/db.ts'
import { Refusal } from '../../../src/errors.ts'
import { setMembers } from '../../../src/members/set-members.ts'
import { erasePerson } from '../../../src/personal-data/erase-person.ts'
import { castBallot } from '../../../src/polls/ballots/cast-ballot.ts'
import { choiceLimits, type Poll } from '../../../src/polls/poll.ts'
import { pollType } from '../../../src/polls/types/index.ts'
import { holders, reachClosing, rows } from '../../contract/acts.ts'
import { makeThread } from '../../tell.ts'
import type { Chance } from '../chance.ts'
import { lookAt } from './looks.ts'
import { createByApi, createByForm, manage, peopleOf, voteByOpenLink, voteOnPages } from './senders.ts'
import { closingBy, KINDS, optionsBy, type PollKind, shuffled, textBy, wishBy } from './wishes.ts'
import type { PollRow, WalkWorld } from './world.ts'

/**
 * A poll of this kind lives: it is made, edited, opened, voted in, closed, reopened and decided, in any order
 * that it allows. After each step its pages answer and its numbers agree.
 */
export async function liveALife(at: WalkWorld, kind: PollKind): Promise<void> {
  const { chance } = at
  at.life.from = at.trail.length
  if (chance.in(0.15)) await startThread(at)
  const made = await makePoll(at, kind)
  if (made === undefined) return
  const now = async () => (await at.polls()).find(({ id }) => id === made.id) ?? made
  for (let left = 4 + chance.below(14); left > 0 && at.faults.length === 0; left--) {
    const poll = await now()
    if (poll.discarded) break
    at.trail.push(await chance.one(stepsOf(at, poll))(at, poll))
    if (chance.in(0.3)) await at.work()
    await lookAt(at, await now(), false)
  }
  if ((await now()).state === 'open') await timePasses(at, made)
  await at.work()
  const last = await now()
  if (last.state === 'open' && !last.discarded) at.fault(`${last.key} did not close`)
  await lookAt(at, last, true)
}

/** A new poll by the form or an API; the first wish that is allowed. */
async function makePoll(at: WalkWorld, kind: PollKind): Promise<PollRow | undefined> {
  const before = await at.polls()
  for (let wishes = 0; wishes < MOST_WISHES && at.faults.length === 0; wishes++) {
    at.trail.push(await at.chance.one([createByApi, createByForm])(at, kind))
    const made = (await at.polls())[before.length]
    if (made !== undefined) return made
  }
  at.trail.push(`no poll of ${JSON.stringify(kind)}`)
  return undefined
}

const MOST_WISHES = 20

type Step = (at: WalkWorld, poll: PollRow) => Promise<string>

/** The steps that fit now, each as often as it is here. */
function stepsOf({ chance }: WalkWorld, { state, open_link }: PollRow): Step[] {
  const votes = [castSome, castSome, voteOnPages, timePasses, ...(open_link ? [voteByOpenLink] : [])]
  const seldom = chance.in(0.2) ? [changeMembers, eraseSomeone] : []
  return [manage, manage, useTheApi, useTheApi, ...(state === 'open' ? votes : []), ...seldom]
}

/** Holders of ballots cast what this poll allows. */
async function castSome(at: WalkWorld, { id, key }: PollRow): Promise<string> {
  const { chance } = at
  const [poll] = await rows<Poll>(at.db, 'select * from polls where id = $1', [id])
  const options = await rows<{ name: string }>(at.db, OPTIONS, [id])
  if (poll === undefined) return 'no poll'
  const said: string[] = []
  const names = options.map(({ name }) => name)
  const reasons = poll.stance_reason_required !== 'disabled' && !poll.anonymous
  for (const user_id of shuffled(chance, await holders(at.db, id)).slice(0, chance.one([1, 3, 8]))) {
    const choices = choicesBy(chance, poll, names)
    const reason = reasons ? { text: textBy(chance) || 'So.', format: 'md' as const } : null
    const vote = `${user_id} ${JSON.stringify(choices).slice(0, 300)}`
    const refused = await castBallot(at.db, { poll_id: id, user_id, choices, reason }).then(
      () => '',
      (error: Error) => refusal(at, error, `cast in ${key}: ${vote}`),
    )
    said.push(`${vote} ${refused}`)
  }
  return `cast in ${key}: ${said.join('\n    ')}`
}

const OPTIONS = 'select name from poll_options where poll_id = $1 order by slot'

/** What was refused; all other errors, of the database too, are faults. */
function refusal(at: WalkWorld, error: Error, what: string): string {
  if (!(error instanceof Refusal)) at.fault(`${what}: ${error.stack}`)
  return error.message
}

function choicesBy(chance: Chance, poll: Poll, names: string[]): Record<string, number> {
  const type = pollType(poll.poll_type)
  const { least, most } = choiceLimits(poll, names.length)
  const many = chance.one([least, most, least + chance.below(most - least + 1)])
  const bounds = type.number(poll, names.length)
  let left = type.budget?.(poll) ?? Number.POSITIVE_INFINITY
  const numberAt = (place: number) => {
    if (type.numbers_differ) return place + 1
    const top = Math.min(bounds.most, left)
    const between = bounds.least + chance.below(Math.max(1, top - bounds.least + 1))
    const number = chance.one([bounds.least, top, bounds.least + 1, between].map((one) => Math.min(one, top)))
    left -= number
    return poll.poll_type === 'meeting' && !poll.can_respond_maybe && number === 1 ? 2 : number
  }
  const chosen = shuffled(chance, names).slice(0, many)
  return Object.fromEntries(chosen.map((name, place) => [name, numberAt(place)]))
}

async function timePasses(at: WalkWorld, { id, key }: PollRow): Promise<string> {
  return `${key} closes at ${await reachClosing(at.world, id)}`
}

async function startThread(at: WalkWorld): Promise<void> {
  const { chance } = at
  const id = await makeThread(
    at.world,
    chance.in(0.5) ? { emails: ['tia@far.example'] } : { audience: 'group' },
  )
  if (chance.in(0.6)) await at.db.pool.query('update discussions set private = false where id = $1', [id])
  at.trail.push(`thread ${id}`)
}

async function changeMembers(at: WalkWorld): Promise<string> {
  const { chance, world } = at
  const people = (await peopleOf(at, null)).map(({ email }) => email)
  const emails = ['ada@mill.example', ...shuffled(chance, people).slice(0, 4)]
  const set = {
    group_id: world.group.id,
    emails,
    remove_absent: chance.in(0.4),
    dry_run: false,
    guard: false,
  }
  await change(at.db, SYSTEM, (act) => setMembers(act, { ...set, force: false })).catch((error: Error) =>
    refusal(at, error, 'members'),
  )
  return `members ${emails.join()}, ${set.remove_absent ? 'nobody else' : 'and others'}`
}

async function eraseSomeone(at: WalkWorld): Promise<string> {
  const { chance, world } = at
  const person = chance.one((await peopleOf(at, null)).filter(({ id }) => id !== world.ada.id))
  const writings = chance.one(['keep', 'erase'] as const)
  await erasePerson(at.db, SYSTEM, { user_id: person.id, writings, list: null }).catch((error: Error) =>
    refusal(at, error, 'erase'),
  )
  return `erase ${person.email}, ${writings} writings`
}

type Call = ['POST' | 'PATCH' | 'DELETE', path: string, body: object]
const CALLS = {
  draft: ['open', 'open', 'options', 'edit', 'invite', 'close'],
  open: ['vote', 'vote', 'vote', 'withdraw', 'close', 'options', 'options', 'edit', 'invite', 'remind'],
  closed: ['reopen', 'reopen', 'outcome', 'outcome', 'vote', 'discard'],
}

/** A program does some things with the poll: mostly what fits its state. */
async function useTheApi(at: WalkWorld, poll: PollRow): Promise<string> {
  const said: string[] = []
  for (let calls = at.chance.below(5); calls >= 0; calls--) said.push(await callTheApi(at, poll))
  return said.join('\n    ')
}

async function callTheApi(at: WalkWorld, poll: PollRow): Promise<string> {
  const { chance } = at
  const { key } = at.keys.find(({ handle }) => handle === poll.handle)!
  const email = chance.one([...(await peopleOf(at, poll.id)), { email: 'ada@mill.example' }]).email
  const chosen = shuffled(chance, poll.names).slice(0, chance.one([0, 1, 1, 2, poll.names.length]))
  const ranked = poll.poll_type === 'ranked_choice'
  const choices = chosen.map((name, place) => [name, ranked ? place + 1 : chance.one([0, 1, 1, 2, 5])])
  const wish = wishBy(chance, chance.one(KINDS))
  const edited = Object.entries(wish).filter(
    ([name]) => !['poll_type', 'options'].includes(name) && chance.in(0.2),
  )
  const calls: Record<string, Call> = {
    vote: ['POST', '/ballots', { email, choices: Object.fromEntries(choices) }],
    withdraw: ['DELETE', '/ballots', { email }],
    open: ['POST', '/open', { closing_at: closingBy(chance) }],
    close: ['POST', '/close', {}],
    reopen: ['POST', '/reopen', { closing_at: closingBy(chance) }],
    options: ['POST', '/options', { options: optionsBy(chance, poll.poll_type).slice(-3) }],
    edit: ['PATCH', '', Object.fromEntries(edited)],
    outcome: ['POST', '/outcomes', { statement: textBy(chance) || 'Done.' }],
    invite: ['POST', '/voters', { emails: [email, 'gil@far.example'] }],
    remind: ['POST', '/remind', {}],
    discard: ['DELETE', '', {}],
  }
  const [method, path, body] = calls[chance.one(CALLS[chance.in(0.9) ? poll.state : 'open'])]!
  const answer = await at.api(method, `/api/b1/polls/${poll.id}${path}`, key, body)
  const why = answer.statusCode === 200 ? '' : answer.body.slice(0, 300)
  return `${method} ${poll.key}${path} ${JSON.stringify(body).slice(0, 400)}: ${answer.statusCode} ${why}`
}
