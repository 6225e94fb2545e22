import { beforeAll, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld, signedInCookie } from '../../test/group-web.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { keyOf, tokenFor } from '../../test/web.ts'
import { change, SYSTEM } from '../db/db.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { closePoll } from '../polls/close-poll.ts'
import { sealPoll } from '../polls/urn/seal-poll.ts'
import { PAGES } from './pages.ts'

/**
 * Every kind of visitor at every URL of polls and threads that could reveal something: the response for a
 * forbidden record is byte for byte the same as for a missing one.
 */

const ANONYMOUS = { anonymous: true, stance_reason_required: 'disabled' as const }
const HIDDEN = { hide_results: 'until_closed' as const }
const RANKED = { ...HIDDEN, poll_type: 'ranked_choice' as const, count_method: 'irv' as const }

const POLLS = {
  'for the group': {},
  'for a guest alone': { settings: { ...HIDDEN, specified_voters_only: true }, emails: ['pia@far.example'] },
  'in the thread, hidden': { settings: HIDDEN, in_thread: true },
  'in the thread, for one member': { settings: { specified_voters_only: true }, in_thread: true },
  'anonymous, in the thread, open': { settings: { ...ANONYMOUS, ...HIDDEN }, in_thread: true },
  'anonymous, in the thread, counted': { settings: ANONYMOUS, in_thread: true, closed: true },
  'closed, in the thread': { settings: {}, in_thread: true, closed: true },
  'closed, for the group': { settings: RANKED, closed: true },
}
type PollName = keyof typeof POLLS
const NAMES = Object.keys(POLLS) as PollName[]

const IN_THREAD_FOR_GUESTS: PollName[] = [
  'in the thread, hidden',
  'anonymous, in the thread, open',
  'anonymous, in the thread, counted',
  'closed, in the thread',
]

/** Which polls each of them may see, and whether they may see the thread. `?`: by a link in this browser. */
const SEES: Record<string, { polls: PollName[]; thread: boolean }> = {
  outsider: { polls: [], thread: false },
  stranger: { polls: [], thread: false },
  gone: { polls: [], thread: false },
  'gone, by link': { polls: [], thread: false },
  'guest of a poll': { polls: ['for a guest alone'], thread: false },
  'guest of a poll, by link': { polls: ['for a guest alone'], thread: false },
  'guest of the thread': { polls: IN_THREAD_FOR_GUESTS, thread: true },
  'guest of the thread, by link': { polls: [], thread: true },
  cleo: { polls: NAMES, thread: true },
  ben: { polls: NAMES, thread: true },
  ada: { polls: NAMES, thread: true },
}

let at: GroupWorld
let base: string
const polls = new Map<PollName, string>()
let thread: string
const cookies = new Map<string, string>()

beforeAll(async () => {
  at = await openGroupWorld()
  base = await at.web.app.listen({ port: 0, host: '127.0.0.1' })
  const { world, people } = at
  await world.db.pool.query('update memberships set revoked_at = null where user_id = $1', [people.gone])
  const discussion_id = await makeThread(world, { emails: ['tia@far.example'] })
  thread = `/d/${await keyOf(world, 'discussions', discussion_id)}`
  for (const name of NAMES) polls.set(name, await make(name, discussion_id))
  await cookiesOf(discussion_id)
  await world.db.pool.query('update memberships set revoked_at = now() where user_id = $1', [people.gone])
  await world.db.pool.query(
    `update electorate e set withdrawn_at = now() from polls p
     where p.id = e.poll_id and p.closed_at is null and user_id = $1`,
    [people.gone],
  )
})

/** A poll in which Ben, who will be removed, and the thread's guest have voted where they can. */
async function make(name: PollName, discussion_id: number): Promise<string> {
  const { world, people } = at
  const wish: { settings?: object; emails?: string[]; in_thread?: boolean; closed?: boolean } = POLLS[name]
  const poll_id = await makePoll(world, {
    ...(wish.settings === undefined ? {} : { settings: wish.settings }),
    ...(wish.settings === RANKED && { options: ['agree', 'disagree'] }),
    discussion_id: wish.in_thread === true ? discussion_id : null,
    recipients: { emails: wish.emails ?? [], user_ids: [people.ben, people.gone] },
  })
  for (const user_id of [people.ben, people.gone])
    await castBallot(world.db, { poll_id, user_id, choices: { agree: 1 }, reason: null })
  if (wish.closed === true) {
    await change(world.db, SYSTEM, (act) => closePoll(act, poll_id))
    await sealPoll(world.db, poll_id)
  }
  return `/p/${await keyOf(world, 'polls', poll_id)}`
}

async function cookiesOf(discussion_id: number): Promise<void> {
  const { world, people, web } = at
  const { rows } = await world.db.pool.query<{ id: number; email: string }>(
    "select id, email from users where email like '%@far.example'",
  )
  const idOf = (email: string) => rows.find((row) => row.email === email)?.id ?? 0
  const [pia, tia] = [idOf('pia@far.example'), idOf('tia@far.example')]
  for (const who of ['stranger', 'gone', 'cleo', 'ben', 'ada'] as const)
    cookies.set(who, await signedInCookie(world, people[who]))
  cookies.set('guest of a poll', await signedInCookie(world, pia))
  cookies.set('guest of the thread', await signedInCookie(world, tia))
  const linked = async (who: string, path: string, user_id: number) => {
    const { rows: found } = await world.db.pool.query<{ id: number }>('select id from polls where key = $1', [
      path.slice('/p/'.length),
    ])
    const token = path.startsWith('/p/')
      ? await tokenFor(world, 'ballot', { user_id, poll_id: found[0]?.id ?? 0 })
      : await tokenFor(world, 'thread', { user_id, discussion_id })
    cookies.set(who, (await web.follow(path, token)).cookie)
  }
  await linked('gone, by link', polls.get('closed, for the group') ?? '', people.gone)
  await linked('guest of a poll, by link', polls.get('for a guest alone') ?? '', pia)
  await linked('guest of the thread, by link', thread, tia)
}

type Answer = { status: number; text: string }

/** Requests over a real connection, and closes streams that would not end. */
async function ask(who: string, path: string): Promise<Answer> {
  const abort = new AbortController()
  const answer = await fetch(base + path, {
    // The length of a compressed response depends on how well its key compresses.
    headers: { cookie: cookies.get(who) ?? '', accept: 'text/html', 'accept-encoding': 'identity' },
    signal: abort.signal,
  })
  const text = answer.status === 404 ? await answer.text() : ''
  abort.abort()
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  // The page may contain the requested key; the request id is removed.
  const blank = (words: string) =>
    words.replaceAll(path.split('/')[2] ?? '', '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')
  return { status: answer.status, text: blank(JSON.stringify(headers) + text) }
}

const FILES = ['/head', '/record.json', '/roll-entry.json', '/ballots.json', '/ballots.csv', '/ballots.blt']

/** No poll here is a meeting. */
const NOT_HERE = ['/ballots.xml', '/meeting.ics']
/** Of open polls that nobody edited, there are none. */
const ONCE_COUNTED = [...FILES, '/history']

/** The pages for everyone who may see a poll or a thread, by the end of their URL. */
const pagesOf = (home: string, room: 'poll' | 'thread') =>
  PAGES.filter(({ who, show }) => show !== null && JSON.stringify(who) === JSON.stringify({ [room]: 'see' }))
    .map(({ path }) => path.replace(home, ''))
    .filter((rest) => !rest.includes(':'))
const OF_POLL = pagesOf('/p/:key', 'poll')
const OF_THREAD = pagesOf('/d/:key', 'thread')

test('the comparison covers all pages that show a poll or a thread', () => {
  expect(OF_POLL).toEqual(expect.arrayContaining(['', '/audit', '/history', ...FILES]))
  expect(OF_THREAD).toEqual(expect.arrayContaining(['', '/people', '/history']))
})

test.each(Object.keys(SEES))('%s: polls', async (who) => {
  for (const [name, path] of polls) {
    const sees = SEES[who]?.polls.includes(name)
    const counted = 'closed' in POLLS[name]
    for (const rest of [...OF_POLL, '/live', '/ballots.xml']) {
      const file = counted && (rest !== '/ballots.blt' || name === 'closed, for the group')
      const there = sees && !NOT_HERE.includes(rest) && (file || !ONCE_COUNTED.includes(rest))
      const answer = await ask(who, path + rest)
      expect(answer.status, `${name} ${rest}`).toBe(there ? 200 : 404)
      if (!there) expect(answer, `${name} ${rest}`).toEqual(await ask(who, `/p/AAAAAAA9${rest}`))
    }
  }
})

test.each(Object.keys(SEES))('%s: the thread', async (who) => {
  for (const rest of [...OF_THREAD, '/live']) {
    const there = SEES[who]?.thread === true && rest !== '/history'
    const answer = await ask(who, thread + rest)
    expect(answer.status, rest).toBe(there ? 200 : 404)
    if (!there) expect(answer, rest).toEqual(await ask(who, `/d/AAAAAAA9${rest}`))
  }
})

test('the thread hides polls that a guest may not see', async () => {
  const { body } = await at.web.get(thread, cookies.get('guest of the thread'))
  const shown = [...polls].filter(([, path]) => body.includes(path)).map(([name]) => name)
  expect(shown.sort()).toEqual([...IN_THREAD_FOR_GUESTS].sort())
})

test('nobody, not even an admin, sees hidden results of an open poll', async () => {
  const hidden: PollName[] = ['for a guest alone', 'in the thread, hidden', 'anonymous, in the thread, open']
  for (const name of hidden)
    for (const who of ['ada', 'cleo', 'guest of a poll', 'guest of the thread']) {
      const page = await at.web.get(polls.get(name) ?? '', cookies.get(who))
      if (page.statusCode === 200)
        expect(page.body, `${name} ${who}`).not.toMatch(/class="results|Most votes|%/)
    }
})
