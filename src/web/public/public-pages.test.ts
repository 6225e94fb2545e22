import { beforeAll, describe, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf, seen } from '../../../test/web.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { addComment } from '../../discussions/comments/add-comment.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'

let at: GroupWorld
let thread: string
let private_thread: string
const polls: Record<string, string> = {}

const HOME = '/g/mill-lane'
const FORM = `${HOME}/new-thread`
const SETTINGS = { name: 'Mill Lane', description: 'Who we are.', locale: '' }

const settings = (more: Record<string, string>) =>
  at.post(`${HOME}/settings`, 'ada', { ...SETTINGS, ...more })

async function startThread(fields: Record<string, string>): Promise<string> {
  const { headers } = await at.post(FORM, 'ben', { act: 'start', ...fields })
  return String(headers.location).split('?')[0] ?? ''
}

const idOf = async (path: string, table: 'polls' | 'discussions') => {
  const { rows } = await at.world.db.pool.query<{ id: number }>(`select id from ${table} where key = $1`, [
    path.slice('/p/'.length),
  ])
  return rows[0]?.id ?? 0
}

beforeAll(async () => {
  at = await openGroupWorld()
  private_thread = `/d/${await keyOf(at.world, 'discussions', await makeThread(at.world, {}, 'Before'))}`
  await settings({ public: 'true' })
  thread = await startThread({ title: 'The roof', description: 'It **leaks**, @ben.', public: 'true' })
  const discussion_id = await idOf(thread, 'discussions')
  const { people, world } = at
  const comment = (user_id: number, body: string) =>
    change(world.db, { kind: 'person', user_id }, (act) =>
      addComment(act, { discussion_id, parent_id: null, body, mentioned_ids: [people.ada] }),
    )
  await comment(people.ben, 'Call the roofer.')
  const poll = async (name: string, wish: Parameters<typeof makePoll>[1]) => {
    const id = await makePoll(world, { discussion_id, ...wish })
    polls[name] = `/p/${await keyOf(world, 'polls', id)}`
    for (const user_id of [people.ada, people.ben])
      await castBallot(world.db, { poll_id: id, user_id, choices: { agree: 1 }, reason: null })
    return id
  }
  await poll('open', { settings: { title: 'Mend it?' } })
  await poll('hidden', { settings: { title: 'Hidden?', hide_results: 'until_closed' } })
  await poll('after vote', { settings: { title: 'Voted?', hide_results: 'until_vote' } })
  const ranked = await poll('ranked', {
    settings: { title: 'Which roof?', poll_type: 'ranked_choice', count_method: 'irv' },
    options: ['agree', 'disagree'],
    actor: { kind: 'person', user_id: people.ben },
  })
  await change(world.db, SYSTEM, (act) => closePoll(act, ranked))
  await poll('draft', { settings: { title: 'Draft?', closing_at: null } }).catch(() => undefined)
  await poll('alone', { discussion_id: null, settings: { title: 'Alone?' } })
})

const everyAddress = () => [
  HOME,
  `${HOME}/public.atom`,
  thread,
  polls['open'] ?? '',
  `${polls['open']}/embed`,
]

const OUTSIDE = ['outsider', 'stranger', 'gone'] as const

test('a page that was asked for without its body leads back to itself after signing in, too', async () => {
  const url = polls['open'] ?? ''
  const languages = { 'accept-language': 'nl' }
  await at.web.app.inject({ method: 'HEAD', url, headers: { accept: 'text/html', ...languages } })
  const { body } = await at.web.get(url, '', languages)
  expect(body).toContain(`/sign-in?next=${encodeURIComponent(url)}`)
})

test('a feed or frame that is not there, or not public, says so without a word about keys', async () => {
  for (const path of ['/g/nobody/public.atom', `${polls['alone']}/embed`, '/p/nobody00/embed']) {
    const { statusCode, body } = await at.get(path, 'outsider', { accept: '*/*' })
    expect(statusCode).toBe(404)
    expect(body).toContain('There is nothing at this address.')
    expect(body).not.toMatch(/your key/)
  }
})

describe('a public group', () => {
  test.each(OUTSIDE)('shows %s its public threads, and nothing else', async (who) => {
    const page = await at.get(HOME, who)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('The roof')
    expect(page.body).toContain('Ben Ash')
    expect(page.body).not.toContain('Before')
    expect(page.body).not.toContain('Ada Vale')
    expect(page.body).not.toMatch(/members?"|\/members|@mill\.example/)
  })

  test.each(OUTSIDE)('shows %s a public thread without what its readers see', async (who) => {
    const page = await at.get(thread, who)
    expect(page.statusCode).toBe(200)
    const text = decoded(page.body)
    for (const words of ['It <strong>leaks</strong>, @ben', 'Call the roofer.', 'Mend it?', 'Ben Ash'])
      expect(text).toContain(words)
    expect(text).toMatch(/2 of \d voted\./)
    expect(text).not.toMatch(/Alone\?|Draft\?/)
    expect(text).not.toMatch(/@mill\.example|\/people|<textarea|To: /)
  })

  test('leads strangers to a comment of a public thread, and to no other', async () => {
    const { rows } = await at.world.db.pool.query<{ id: number }>('select id from comments')
    const to = await at.get(`${thread}/comments/${rows[0]?.id}`, 'outsider')
    expect(to.headers.location).toBe(`${thread}#comment-${rows[0]?.id}`)
    for (const path of [`${thread}/comments/999999`, `${private_thread}/comments/${rows[0]?.id}`])
      expect((await at.get(path, 'outsider')).statusCode).toBe(404)
  })

  test.each(OUTSIDE)('shows %s the totals of its polls behind the gate', async (who) => {
    const open = await at.get(polls['open'] ?? '', who)
    expect(open.statusCode).toBe(200)
    expect(open.body).toContain('2 of 2 who voted agree')
    expect(open.body).not.toMatch(/@mill\.example|\/audit|ballots\.csv|\/voters|Esi/)
    for (const name of ['hidden', 'after vote']) {
      const page = await at.get(polls[name] ?? '', who)
      expect(page.statusCode, name).toBe(200)
      expect(page.body, name).not.toContain('who voted agree')
    }
    expect((await at.get(polls['after vote'] ?? '', who)).body).toContain(
      'appear here when voting has closed',
    )
  })

  test('shows how a closed poll was counted, on its page and in a frame', async () => {
    for (const path of [polls['ranked'] ?? '', `${polls['ranked']}/embed`]) {
      const page = await at.get(path, 'outsider')
      expect(page.statusCode, path).toBe(200)
      expect(page.body).toContain('How the votes were counted')
      expect(page.body).not.toMatch(/ballots\.(blt|csv)|record\.json|Ada Vale/)
    }
  })

  test.each(OUTSIDE)('hides everything else from %s as if it did not exist', async (who) => {
    const hidden = [
      private_thread,
      polls['alone'] ?? '',
      polls['draft'] ?? '',
      `${polls['open']}/audit`,
      `${thread}/people`,
    ]
    for (const path of hidden) {
      const never = path.replace(/\/([pd])\/\w{8}/, '/$1/AAAAAAA9')
      expect(seen(await at.get(path, who)), path).toBe(seen(await at.get(never, who)))
    }
  })

  test('is announced to members where they write', async () => {
    expect((await at.get(thread, 'ben')).body).toContain('This thread is public.')
    expect((await at.get(polls['open'] ?? '', 'ben')).body).toContain('This poll is public')
    expect((await at.get(private_thread, 'ben')).body).not.toContain('is public')
    expect((await at.get(FORM, 'ben')).body).toContain('Public: anyone can read this thread')
  })

  test('asks search engines to stay away unless it may be listed', async () => {
    const kept = await at.get(HOME, 'outsider')
    expect(kept.headers['x-robots-tag']).toBe('noindex')
    expect(kept.body).toContain('<meta name="robots" content="noindex"')
    await settings({ public: 'true', indexed: 'true' })
    for (const path of [HOME, thread, polls['open'] ?? '']) {
      const listed = await at.get(path, 'outsider')
      expect(listed.headers['x-robots-tag']).toBeUndefined()
      expect(listed.body).not.toContain('name="robots"')
      expect(listed.body).toMatch(/<meta name="description" content="[^"]+"/)
    }
    expect((await at.get(thread, 'ben')).body).toContain('name="robots"')
    await settings({ public: 'true' })
  })

  test('has a feed of its public threads and outcomes', async () => {
    const feed = await at.get(`${HOME}/public.atom`, 'outsider')
    expect(feed.headers['content-type']).toContain('application/atom+xml')
    expect(feed.headers['x-robots-tag']).toBe('noindex')
    expect(feed.body).toContain('<title>The roof</title>')
    expect(feed.body).toContain('<name>Ben Ash</name>')
    expect(feed.body).toContain('rel="self"')
    expect(feed.body).not.toMatch(/Before|@mill\.example/)
    expect((await at.get(HOME, 'outsider')).body).toContain('href="/g/mill-lane/public.atom"')
    const etag = String(feed.headers.etag)
    const again = await at.get(`${HOME}/public.atom`, 'outsider', { 'if-none-match': etag })
    expect(again.statusCode).toBe(304)
  })

  test('lets other sites frame the totals of its polls, and no other page', async () => {
    const embed = await at.get(`${polls['open']}/embed`, 'outsider')
    expect(embed.statusCode).toBe(200)
    expect(embed.headers['content-security-policy']).toContain('frame-ancestors *')
    expect(embed.headers['content-security-policy']).not.toContain('script-src')
    expect(embed.headers['set-cookie']).toBeUndefined()
    expect(embed.body).toContain('2 of 2 who voted agree')
    expect(embed.body).not.toMatch(/<script|<form|Ada Vale|Ben Ash|@mill\.example/)
    const hidden = await at.get(`${polls['hidden']}/embed`, 'outsider')
    expect(hidden.body).not.toContain('who voted agree')
    for (const who of ['ada', 'stranger'] as const)
      expect((await at.get(`${polls['after vote']}/embed`, who)).body).toBe(
        (await at.get(`${polls['after vote']}/embed`, 'outsider')).body,
      )
    for (const path of [HOME, thread, polls['open'] ?? '', `${polls['alone']}/embed`])
      expect((await at.get(path, 'outsider')).headers['content-security-policy']).toContain(
        "frame-ancestors 'none'",
      )
    expect((await at.get(`${polls['alone']}/embed`, 'ada')).statusCode).toBe(404)
  })

  test('offers its members the HTML of the frame', async () => {
    const frame = `&lt;iframe src="https://moot.example.org${polls['open']}/embed"`
    const own = (await at.get(polls['open'] ?? '', 'ben')).body
    expect(own).toContain('Show the results on another page')
    expect(own).toContain(`${polls['open']}/embed`)
    for (const [path, who] of [
      [polls['alone'], 'ben'],
      [polls['open'], 'outsider'],
    ] as const)
      expect((await at.get(path ?? '', who)).body).not.toContain(frame)
  })

  test('hides everything while it is suspended', async () => {
    const set = (at_time: string) =>
      at.world.db.pool.query(`update groups set suspended_at = ${at_time} where handle = 'mill-lane'`)
    await set('now()')
    for (const path of everyAddress()) expect((await at.get(path, 'outsider')).statusCode, path).toBe(404)
    await set('null')
    expect((await at.get(thread, 'outsider')).statusCode).toBe(200)
  })

  test('hides everything when it is private again, and publishes nothing of it afterwards', async () => {
    await settings({})
    for (const path of everyAddress()) expect((await at.get(path, 'outsider')).statusCode, path).toBe(404)
    expect((await at.get(FORM, 'ben')).body).not.toContain('name="public"')
    const refused = await startThread({ title: 'Closed', public: 'true' })
    await settings({ public: 'true' })
    for (const path of [thread, refused, polls['open'] ?? ''])
      expect((await at.get(path, 'outsider')).statusCode, path).toBe(404)
    expect((await at.get(HOME, 'outsider')).body).not.toContain('The roof')
  })
})
