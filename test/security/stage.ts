import type { InjectOptions } from 'fastify'
import { change } from '../../src/db/db.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { editComment } from '../../src/discussions/comments/edit-comment.ts'
import { editDiscussion } from '../../src/discussions/edit-discussion.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { publishOutcome } from '../../src/polls/outcomes/publish-outcome.ts'
import type { PollSettings } from '../../src/polls/poll.ts'
import type { Answer } from '../app.ts'
import { close, makeGroup, rows, userId, vote } from '../contract/acts.ts'
import { type GroupWorld, openGroupWorld, signedInCookie } from '../group-web.ts'
import { makeWebhook } from '../receiver.ts'
import { makePoll, makeThread, rewordPoll } from '../tell.ts'
import { keyOf, PUBLIC_URL, tokenFor } from '../web.ts'
import { addMembers, keyFor } from '../world.ts'

/** Part of every title and text of the group: refused actors must never see it. */
export const MARK = 'Quillwort'

/** All kinds of visitors, in the order of the matrix's columns. */
export const ACTORS = [
  'nobody',
  'stranger', // an admin of another group
  'gone', // was removed
  'ended', // the admin's session, ended
  'key', // the group's API key with every permission, sent to a page
  'voter', // by a personal link to the ballot: a guest of the poll
  'guest', // a guest of the thread, signed in
  'pending', // invited to the group, has not joined
  'member',
  'author', // a member, of the poll, thread and comment
  'admin',
] as const
export type ActorName = (typeof ACTORS)[number]

const HIDDEN = { hide_results: 'until_closed' as const }
const POLLS: Record<string, Partial<PollSettings>> = {
  open: { ...HIDDEN, open_link: true },
  closed: HIDDEN,
  draft: { closing_at: null },
  secret: { ...HIDDEN, anonymous: true, stance_reason_required: 'disabled' },
  sealed: { ...HIDDEN, anonymous: true, stance_reason_required: 'disabled' },
  ranked: { ...HIDDEN, poll_type: 'ranked_choice', count_method: 'irv' },
  addable: { ...HIDDEN, poll_type: 'poll', voter_can_add_options: true },
  met: { ...HIDDEN, poll_type: 'meeting' },
}
const OPTIONS: Record<string, string[]> = { addable: ['Tea', 'Milk'], met: ['2098-05-04'] }

/** What everyone may see, in a public group that none of them is in: by its name in the table. */
const SHOWN_TO_ALL: Record<string, 'poll' | 'thread' | 'group'> = {
  'poll-out': 'poll',
  out: 'thread',
  square: 'group',
}

/** The parameters of a URL; `token`: of the voter's personal link. */
export type Place = { params: Record<string, string>; token: string }

/** A group with one record of each kind, remade when used up, and all kinds of visitors. */
export async function openStage(settings: Record<string, string> = {}) {
  const at = await openGroupWorld({ SMTP_URL: 'smtp://localhost', ...settings })
  const { world, people } = at
  const { pool } = world.db
  await addMembers(world, ['dora@mill.example', 'victim@mill.example'])
  await makeGroup(world, 'orchard')
  await pool.query(
    `insert into memberships (group_id, user_id, admin, accepted_at)
     select id, $1, true, now() from groups where handle = 'orchard'`,
    [people.stranger],
  )
  const author = await userId(world.db, 'dora@mill.example')
  const victim = await userId(world.db, 'victim@mill.example')
  await pool.query('update memberships set accepted_at = now() where user_id = $1', [author])
  await pool.query('update groups set description = $1 where id = $2', [MARK, world.group.id])
  const { key } = await keyFor(world)
  const people_of = { ...people, author, victim, guest: 0, voter: 0 }
  const make = (object: string) => makeObject({ at, author, victim }, object)
  await make('thread')
  await make('open')
  await dispatchEvents(world.db, PUBLIC_URL)
  people_of.guest = await userId(world.db, 'tia@far.example')
  people_of.voter = await userId(world.db, 'pia@far.example')
  let cookies = new Map<string, string>()
  return {
    at,
    key,
    people: people_of,
    make,
    /** The headers that this actor's browser sends. */
    headersOf: async (who: ActorName, { token }: Place): Promise<Record<string, string>> => {
      if (who === 'key') return { authorization: `Bearer ${key}` }
      if (who === 'voter') return { cookie: `__Secure-folkmoot_link=${token}` }
      const known = cookies.get(who) ?? (await cookieOf(at, people_of, who))
      cookies.set(who, known)
      return { cookie: known }
    },
    /** Restores memberships and sessions. */
    restore: async () => {
      cookies = new Map()
      await pool.query(
        `update memberships m set accepted_at = case when user_id = any ($2) then null else now() end,
           revoked_at = case when user_id = $3 then now() end, admin = user_id = $4
         where group_id = $1`,
        [world.group.id, [people.cleo, victim], people.gone, people.ada],
      )
      await pool.query('truncate attempts')
    },
    send: (asked: InjectOptions): Promise<Answer> => at.web.app.inject(asked),
  }
}

type Cast = { at: GroupWorld; author: number; victim: number }

async function makeObject({ at, author, victim }: Cast, object: string): Promise<Place> {
  const { world } = at
  const none: Place = { params: { handle: 'mill-lane', code: 'poll_closed', provider: 'acme' }, token: '' }
  const settings = POLLS[object]
  if (settings !== undefined) return makeAPoll(at, author, object)
  if (object in SHOWN_TO_ALL) return makePublic(at, SHOWN_TO_ALL[object] ?? 'group')
  if (object === 'thread' || object === 'guest') return makeAThread(at, author, object)
  const { handle = '' } = none.params
  const id = async (text: string) => String((await rows<{ id: number }>(world.db, text))[0]?.id ?? 0)
  const params: Record<string, () => Promise<Record<string, string>>> = {
    member: async () => ({ id: await id(`select id from memberships where user_id = ${victim}`) }),
    removed: async () => ({ id: await id(`select id from memberships where user_id = ${at.people.gone}`) }),
    key: async () => {
      await keyFor(world)
      return { id: await id("select max(id) as id from api_keys where name = 'Test key'") }
    },
    webhook: async () => {
      const { id: made } = await makeWebhook(world, { url: `http://127.0.0.1:1/${MARK}` })
      await world.db.pool.query(
        `insert into webhook_deliveries (webhook_id, kind, body, status) values ($1, 'test', '{}', 'failed')`,
        [made],
      )
      return { id: String(made), delivery: await id('select max(id) as id from webhook_deliveries') }
    },
    group: async () => {
      await world.db.pool.query(
        `insert into groups (key, handle, name) values ('oth3rGrp', 'other', 'Other') on conflict do nothing`,
      )
      await world.db.pool.query(
        `insert into group_counts (group_id) select id from groups where handle = 'other' on conflict do nothing`,
      )
      return { id: await id("select id from groups where handle = 'other'") }
    },
    // The link and its request have one number.
    joining: async () => {
      await world.db.pool.query(
        "insert into users (email) values ('asker@far.example') on conflict (lower(email)) do nothing",
      )
      const asker = await userId(world.db, 'asker@far.example')
      await world.db.pool.query('delete from join_requests')
      const { rows: made } = await world.db.pool.query<{ id: number }>(
        `insert into join_links (group_id, hash, made_by, asks) values ($1, gen_random_uuid()::text::bytea, $2, true) returning id`,
        [world.group.id, at.people.ada],
      )
      await world.db.pool.query(
        `insert into join_requests (id, group_id, link_id, user_id, state) overriding system value values ($1, $2, $1, $3, 'waiting')`,
        [made[0]?.id, world.group.id, asker],
      )
      return { id: String(made[0]?.id) }
    },
    mail: async () => ({ id: await id("select max(id) as id from mails where kind <> 'sign_in'") }),
  }
  return { ...none, params: { ...none.params, handle, ...(await params[object]?.()) } }
}

async function makeAPoll({ world, people }: GroupWorld, author: number, object: string): Promise<Place> {
  const options = OPTIONS[object] ?? ['agree', 'disagree']
  const poll_id = await makePoll(world, {
    settings: { ...POLLS[object], title: `${MARK} ${object}`, details: MARK },
    options,
    recipients: { emails: ['pia@far.example'] },
    actor: { kind: 'person', user_id: author },
  })
  if (object === 'open') await rewordPoll(world, poll_id, { user_id: author, details: `${MARK}, changed` })
  if (object !== 'draft') await vote(world, poll_id, people.ben, { [options[0] ?? '']: 1 })
  if (['closed', 'sealed', 'ranked', 'met'].includes(object)) await close(world, poll_id)
  if (object === 'met') await settle(world, poll_id, author)
  const key = await keyOf(world, 'polls', poll_id)
  const user_id = await userId(world.db, 'pia@far.example')
  const { rows: links } = await world.db.pool.query<{ id: number }>(
    `insert into open_links (poll_id, hash, made_by) values ($1, sha256(gen_random_uuid()::text::bytea), $2) returning id`,
    [poll_id, author],
  )
  return {
    params: { key, ref: String(poll_id), id: String(links[0]?.id) },
    token: await tokenFor(world, 'ballot', { user_id, poll_id }),
  }
}

/** Publishes the first time as the outcome of a meeting poll. */
async function settle({ db }: GroupWorld['world'], poll_id: number, user_id: number): Promise<void> {
  const [option] = await rows<{ id: number }>(
    db,
    `select id from poll_options where poll_id = ${poll_id} and slot = 1`,
  )
  const text = { statement: MARK, poll_option_id: option?.id ?? null, review_on: null }
  await change(db, { kind: 'person', user_id }, (act) => publishOutcome(act, { ...text, poll_id }))
}

async function makePublic({ world, people }: GroupWorld, what: 'poll' | 'thread' | 'group'): Promise<Place> {
  const { pool } = world.db
  await pool.query(
    `insert into groups (key, handle, name, public) values ('squareGr', 'square', 'Square', true) on conflict do nothing`,
  )
  const { rows: found } = await pool.query<{ id: number }>("select id from groups where handle = 'square'")
  const group = { ...world.group, id: found[0]?.id ?? 0 }
  await pool.query('insert into group_counts (group_id) values ($1) on conflict do nothing', [group.id])
  const thread_id = await makeThread({ ...world, group }, {}, 'To all')
  await pool.query('update discussions set private = false where id = $1', [thread_id])
  const comment = await change(world.db, { kind: 'person', user_id: people.ada }, (act) =>
    addComment(act, { discussion_id: thread_id, parent_id: null, body: 'Heard.', mentioned_ids: [] }),
  )
  const poll_id = await makePoll({ ...world, group }, { discussion_id: thread_id })
  const poll = await keyOf(world, 'polls', poll_id)
  const key = what === 'poll' ? poll : await keyOf(world, 'discussions', thread_id)
  return { params: { handle: 'square', key, poll, id: String(comment.id) }, token: '' }
}

async function makeAThread({ world }: GroupWorld, author: number, object: string): Promise<Place> {
  const id = await makeThread(world, { emails: ['tia@far.example'] }, `${MARK} thread`)
  await world.db.pool.query('update discussions set author_id = $1, description = $2 where id = $3', [
    author,
    MARK,
    id,
  ])
  const comment = await change(world.db, { kind: 'person', user_id: author }, (act) =>
    addComment(act, { discussion_id: id, parent_id: null, body: MARK, mentioned_ids: [] }),
  )
  await change(world.db, { kind: 'person', user_id: author }, async (act) => {
    const reader = { user_id: author, member: true, accepted: true, admin: false }
    await editComment(act, { id: comment.id, discussion_id: id, body: `${MARK}, changed`, reader })
    await editDiscussion(act, { id, title: `${MARK} thread`, description: `${MARK}, changed`, reader })
  })
  const poll_id = await makePoll(world, { discussion_id: id, settings: { title: MARK } })
  return {
    params: {
      key: await keyOf(world, 'discussions', id),
      ref: String(id),
      id: String(object === 'guest' ? await userId(world.db, 'tia@far.example') : comment.id),
      poll: await keyOf(world, 'polls', poll_id),
    },
    token: '',
  }
}

async function cookieOf(
  { world }: GroupWorld,
  people: Record<string, number>,
  who: ActorName,
): Promise<string> {
  const names: Partial<Record<ActorName, string>> = {
    pending: 'cleo',
    member: 'ben',
    admin: 'ada',
    ended: 'ada',
  }
  const user_id = people[names[who] ?? who]
  if (user_id === undefined || who === 'nobody') return ''
  const cookie = await signedInCookie(world, user_id)
  if (who === 'ended')
    await world.db.pool.query('delete from sessions where id = (select max(id) from sessions)')
  return cookie
}
