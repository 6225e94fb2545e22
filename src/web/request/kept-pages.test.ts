import { beforeAll, describe, expect, test } from 'vitest'
import { openPollWorld, type PollWorld } from '../../../test/poll-web.ts'
import { sessionOf } from '../../../test/sign-in.ts'
import { makeThread, type PollWish } from '../../../test/tell.ts'
import { openWeb, tokenFor, type Web } from '../../../test/web.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'

/** A minute may pass while a test runs: only relative times may differ. */
const MOMENT = /in \d+ \w+|\d+ \w+ ago|less than a minute/g

let at: PollWorld

beforeAll(async () => {
  at = await openPollWorld()
})

/** The cached page, and the page from a process with an empty cache. */
async function both(path: string, cookie: string): Promise<{ kept: string; made: string }> {
  const anew: Web = await openWeb({ db: { ...at.world.db } })
  const kept = await at.web.get(path, cookie)
  const made = await anew.get(path, cookie)
  const words = (answer: typeof kept) => `${answer.statusCode} ${answer.body.replace(MOMENT, 'a while')}`
  return { kept: words(kept), made: words(made) }
}

const THREE: PollWish = {
  settings: { poll_type: 'poll', title: 'What first?', voter_can_add_options: true },
  options: ['Paint', 'Roof', 'Garden'],
}

type Subject = { poll_id: number; thread_id: number; voter: number; other: number }

const query = (statement: string, values: unknown[]) => at.world.db.pool.query(statement, values)
const vote = (user_id: number, option: string, reason: string | null) => (poll_id: number) =>
  castBallot(at.world.db, {
    poll_id,
    user_id,
    choices: { [option]: 1 },
    reason: reason === null ? null : { text: reason, format: 'md' },
  })

/** Changes to a reader's page, each as it occurs in the database. */
const CHANGES: [what: string, change: (subject: Subject) => Promise<unknown>][] = [
  [
    'the reader has another name',
    ({ voter }) => query("update users set name = 'Zora' where id = $1", [voter]),
  ],
  ['somebody votes', ({ poll_id, other }) => vote(other, 'Roof', null)(poll_id)],
  ['they say why', ({ poll_id, other }) => vote(other, 'Roof', 'It **leaks**.')(poll_id)],
  ['they say something else', ({ poll_id, other }) => vote(other, 'Roof', 'It drips.')(poll_id)],
  ['the reader votes', ({ poll_id, voter }) => vote(voter, 'Paint', null)(poll_id)],
  ['the reader says why', ({ poll_id, voter }) => vote(voter, 'Paint', 'It is grey.')(poll_id)],
  [
    'the title changes',
    ({ poll_id }) => query("update polls set title = 'And now?' where id = $1", [poll_id]),
  ],
  [
    'an option is renamed',
    ({ poll_id }) =>
      query("update poll_options set name = 'Meadow' where poll_id = $1 and slot = 3", [poll_id]),
  ],
  [
    'an option is described',
    ({ poll_id }) =>
      query("update poll_options set meaning = 'Grey.' where poll_id = $1 and slot = 3", [poll_id]),
  ],
  [
    'the thread is renamed',
    ({ thread_id }) => query("update discussions set title = 'Other things' where id = $1", [thread_id]),
  ],
  [
    'the group is renamed',
    () => query("update groups set name = 'Weir Lane' where id = $1", [at.world.group.id]),
  ],
  [
    'the reader lives in another zone',
    ({ voter }) => query("update users set time_zone = 'Asia/Tokyo' where id = $1", [voter]),
  ],
  [
    'the reader becomes an admin',
    ({ voter }) =>
      query('update memberships set accepted_at = now(), admin = true where user_id = $1', [voter]),
  ],
  [
    'the closing time passes',
    ({ poll_id }) => query("update polls set closing_at = now() - interval '1 s' where id = $1", [poll_id]),
  ],
  [
    'an outcome is published',
    ({ poll_id }) =>
      query(
        "insert into outcomes (poll_id, group_id, author_id, statement) select id, group_id, author_id, 'We paint.' from polls where id = $1",
        [poll_id],
      ),
  ],
  [
    'the reader leaves the group',
    ({ voter }) =>
      query('update memberships set admin = false, revoked_at = now() where user_id = $1', [voter]),
  ],
  [
    'they come back',
    ({ voter }) => query('update memberships set revoked_at = null where user_id = $1', [voter]),
  ],
  ['it is deleted', ({ poll_id }) => query('update polls set discarded_at = now() where id = $1', [poll_id])],
]

describe('a cached page', () => {
  test('is sent until its content changes, and then is up to date', async () => {
    const thread_id = await makeThread(at.world)
    const come = await at.come({ ...THREE, discussion_id: thread_id })
    const subject = { poll_id: come.poll_id, thread_id, voter: at.people[2] ?? 0, other: at.people[1] ?? 0 }
    const cookie = await sessionOf(at.world, subject.voter)
    let before = await both(come.path, cookie)
    expect(before.kept).toBe(before.made)
    expect((await both(come.path, cookie)).kept).toBe(before.kept)
    for (const [what, change] of CHANGES) {
      await change(subject)
      const after = await both(come.path, cookie)
      expect(after.kept, what).toBe(after.made)
      expect(after.kept, what).not.toBe(before.kept)
      before = after
    }
  })

  test('is never sent to another reader', async () => {
    const { poll_id, path, page } = await at.come(THREE)
    const other = await comeTo(poll_id, path, 1)
    await vote(at.people[0] ?? 0, 'Roof', null)(poll_id)
    expect(await page()).toContain('Change vote')
    expect((await at.web.get(path, other)).body).toContain('Cast vote')
    expect((await at.web.get(path)).statusCode).toBe(404)
  })

  test('is cached for each theme, and never sent in another', async () => {
    const { path, cookie } = await at.come(THREE)
    const themeAt = async (chosen: string) => {
      const { body } = await at.web.get(path, `${cookie}${chosen}`)
      return /<html lang="en" dir="ltr"(?: data-theme="(\w+)")?>/.exec(body)?.[1] ?? 'system'
    }
    const asked = ['; folkmoot_theme=dark', '', '; folkmoot_theme=light', '; folkmoot_theme="><b>']
    for (const _ of ['made', 'kept'])
      expect(await Promise.all(asked.map(themeAt))).toEqual(['dark', 'system', 'light', 'system'])
  })

  test('hides reasons from people who may not see results yet', async () => {
    const settings = { ...THREE.settings, hide_results: 'until_vote' as const }
    const { poll_id, path, page } = await at.come({ ...THREE, settings })
    const other = await comeTo(poll_id, path, 1)
    await vote(at.people[0] ?? 0, 'Roof', 'For those who voted.')(poll_id)
    expect(await page()).toContain('For those who voted.')
    expect((await at.web.get(path, other)).body).not.toContain('For those who voted.')
    expect(await page()).toContain('For those who voted.')
    await vote(at.people[1] ?? 0, 'Paint', null)(poll_id)
    expect((await at.web.get(path, other)).body).toContain('For those who voted.')
  })
})

/** The cookie of a voter who followed a link to the poll. */
async function comeTo(poll_id: number, path: string, voter: number): Promise<string> {
  const token = await tokenFor(at.world, 'ballot', { user_id: at.people[voter] ?? 0, poll_id })
  return (await at.web.follow(path, token)).cookie
}
