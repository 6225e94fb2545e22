import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { feedOf } from '../../test/feeds.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { openWeb, SAME_ORIGIN, type Web } from '../../test/web.ts'
import { addMembers, createWorld, type World } from '../../test/world.ts'
import { change } from '../db/db.ts'
import { addComment } from '../discussions/comments/add-comment.ts'
import { inLanguage } from '../locales/say.ts'
import { castBallot } from '../polls/ballots/cast-ballot.ts'
import { startSession } from '../users/start-session.ts'
import type { Archive } from './archive.ts'
import { archiveHtml } from './archive-html.ts'
import { erasePerson } from './erase-person.ts'
import { loadArchive } from './load-archive.ts'
import { makeArchives } from './make-archives.ts'
import { purgeArchives } from './purge-archives.ts'

const URL_OF = 'https://moot.example'

let world: World
let web: Web
let ben: number
let cookie: string

const rows = async (text: string, values: unknown[] = []) => (await world.db.pool.query(text, values)).rows
const cookieOf = async (id: number) =>
  `__Host-folkmoot_session=${await change(world.db, { kind: 'person', user_id: id }, (act) => startSession(act, id, 'Firefox'))}`
const ask = (as = cookie) => web.post('/account/data', {}, { ...SAME_ORIGIN, cookie: as })
const page = async (as = cookie) => (await web.get('/account/data', as)).body
const download = (as = cookie) => web.get('/account/data/archive.zip', as)

beforeAll(async () => {
  world = await createWorld()
  web = await openWeb(world)
  ;[ben = 0] = await addMembers(world)
  await rows("update users set name = 'Benny' where id = $1", [ben])
  await rows("update users set name = '<b>Ben</b>' where id = $1", [ben])
  await rows("insert into push_silences (user_id, kind) values ($1, 'mention')", [ben])
  await feedOf(world, 'calendar', ben)
  await feedOf(world, 'group', ben)
  await rows('update memberships set accepted_at = now()')
  const as_ben = { kind: 'person' as const, user_id: ben }
  const discussion_id = await makeThread(world)
  await change(world.db, as_ben, (act) =>
    addComment(act, { discussion_id, parent_id: null, body: 'My *words* <script>', mentioned_ids: [] }),
  )
  const begun = {
    [`proposal in group ${world.group.id}`]: { title: 'Half <i>a thought', hide_results: 'off' },
    [`comment in thread ${discussion_id}, replies to comment 1`]: { body: 'Yes, but', mentioned_ids: ['7'] },
    [`edit of comment 1 in thread ${discussion_id}`]: { body: 'No, but', mentioned_ids: [] },
    [`edit in thread ${discussion_id}`]: { title: 'Bikes', description: 'Too few', tags: '', as_shown: '{}' },
  }
  for (const [place, fields] of Object.entries(begun))
    await rows('insert into form_drafts (user_id, place, fields) values ($1, $2, $3)', [ben, place, fields])
  const wish = { options: ['Oak', 'Elm'], recipients: { audience: 'group' as const } }
  const named = await makePoll(world, { ...wish, settings: { poll_type: 'poll', title: 'Trees' } })
  const secret = await makePoll(world, {
    ...wish,
    settings: {
      poll_type: 'poll',
      title: 'Hidden trees',
      anonymous: true,
      hide_results: 'until_closed',
      stance_reason_required: 'disabled',
    },
  })
  await makePoll(world, { actor: as_ben, tags: ['Mine'], settings: { title: 'My own question' } })
  const reason = { text: 'Because', format: 'md' as const }
  await castBallot(world.db, { poll_id: named, user_id: ben, choices: { Elm: 1 }, reason })
  await castBallot(world.db, { poll_id: secret, user_id: ben, choices: { Oak: 1 }, reason: null })
  cookie = await cookieOf(ben)
})

test('a person takes along all that is theirs, to read and for programs', async () => {
  expect(await page()).toContain('Create archive')
  expect((await download()).statusCode).toBe(404)
  expect((await ask()).statusCode).toBe(303)
  const waiting = await web.get('/account/data', cookie)
  expect([waiting.headers['refresh'], waiting.body.includes('Creating your archive')]).toEqual(['2', true])
  await makeArchives(world.db, URL_OF)
  expect(await page()).toContain('Download archive')
  const answer = await download()
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'no-store',
    'content-disposition': 'attachment; filename="folkmoot-archive.zip"',
  })
  const files = unzipSync(answer.rawPayload)
  const data = JSON.parse(strFromU8(files['data.json']!)) as Archive
  expect(data).toMatchObject({
    format: 'folkmoot-person/1',
    profile: {
      ...{ id: ben, name: '<b>Ben</b>', email: 'ben@mill.example' },
      ...{ former_names: ['Benny'], silenced: ['mention'] },
    },
    groups: [{ handle: 'mill-lane', admin: false, emails: true }],
    comments: [{ thread: 'Bikes', text: 'My *words* <script>' }],
    polls: [{ title: 'My own question', options: ['agree', 'abstain', 'disagree'], tags: ['Mine'] }],
    votes: [{ poll: 'Trees', poll_type: 'poll', choices: [{ option: 'Elm', score: 1 }], reason: 'Because' }],
    sessions: [{ browser: 'Firefox', notifications: false }],
    feeds: [{ group: null }, { group: 'Mill Lane Co-op' }],
    drafts: [
      { subject: 'Bikes' },
      { place: expect.stringMatching(/^edit in thread /), subject: 'Bikes' },
      { place: expect.stringMatching(/^edit of comment 1 in thread /), subject: 'Bikes' },
      { place: `proposal in group ${world.group.id}`, subject: 'Mill Lane Co-op' },
    ],
  })
  expect(JSON.stringify(data)).not.toContain('Hidden trees')
  const html = strFromU8(files['index.html']!)
  expect(html).toContain('My <em>words</em>')
  expect(html).toContain('Half &lt;i&gt;a thought')
  expect(html).toContain('Mill Lane Co-op · #Mine')
  expect(html).not.toMatch(/<script|<b>Ben/)
})

test('its page names everything in the reader’s language, and leaves out what is internal', async () => {
  const meeting = await makePoll(world, {
    options: ['2030-12-01', '2030-12-02'],
    recipients: { audience: 'group' },
    settings: { poll_type: 'meeting', title: 'When', can_respond_maybe: true },
  })
  const ranking = await makePoll(world, {
    options: ['Oak', 'Elm', 'Ash'],
    recipients: { audience: 'group' },
    settings: { poll_type: 'ranked_choice', title: 'Which first' },
  })
  const cast = (poll_id: number, choices: Record<string, number>) =>
    castBallot(world.db, { poll_id, user_id: ben, choices, reason: null })
  await cast(meeting, { '2030-12-01': 1, '2030-12-02': 0 })
  await cast(ranking, { Ash: 1, Oak: 2, Elm: 3 })
  await rows("update users set locale = 'de' where id = $1", [ben])
  await rows("update memberships set revoked_at = '2030-05-01T10:00Z' where user_id = $1", [ben])
  const archive = await loadArchive(world.db.pool, ben)
  const html = inLanguage('de', () => archiveHtml(archive, URL_OF))
  await rows('update memberships set revoked_at = null where user_id = $1', [ben])
  await rows('update users set locale = null where id = $1', [ben])
  const [, drafts = ''] = html.split('<h2>Nicht abgeschickte Formulare</h2>')
  expect(drafts).toMatch(/<bdi>Bikes<\/bdi><\/h3>\s*<p class="quiet">Deine Antwort · /)
  for (const form of ['Deinen Kommentar bearbeiten', 'Thema bearbeiten'])
    expect(drafts).toMatch(new RegExp(`<bdi>Bikes</bdi></h3>\\s*<p class="quiet">${form} · `))
  expect(drafts).toMatch(/<bdi>Mill Lane Co-op<\/bdi><\/h3>\s*<p class="quiet">Vorschlag · /)
  expect(drafts).toContain('<dt>Text</dt><dd dir="auto" class="typed">Yes, but</dd>')
  expect(drafts).toContain('<dt>Titel</dt><dd dir="auto" class="typed">Half &lt;i&gt;a thought</dd>')
  expect(html).not.toMatch(/comment in thread|in group|mentioned_ids|as_shown|hide_results|body:/)
  expect(html).toMatch(/Beigetreten: [^·]+ · Beendet: Mittwoch, 1\. Mai 2030/)
  expect(html).toContain('<dt>Sprache</dt><dd><bdi>Deutsch</bdi></dd>')
  expect(html).toMatch(/2030<\/bdi>: Notfalls<\/li><li><bdi>[^<]*2030<\/bdi>: Nein<\/li>/)
  expect(html).toContain('<ol><li><bdi>Ash</bdi></li><li><bdi>Oak</bdi></li><li><bdi>Elm</bdi></li></ol>')
})

test('asked for a hundred times it is made once', async () => {
  await Promise.all(Array.from({ length: 100 }, () => ask()))
  expect(await rows('select made_at is not null as made from archives where user_id = $1', [ben])).toEqual([
    { made: true },
  ])
  const told =
    "select count(*)::int as n from events where kind = 'person_data_exported' and actor_id is null"
  expect(await rows(told)).toEqual([{ n: 1 }])
  expect(await page()).toMatch(/You can create a new archive in (10|9) minutes/)
  await rows("update archives set made_at = now() - interval '11 minutes'")
  await Promise.all([ask(), ask()])
  await Promise.all([makeArchives(world.db, URL_OF), makeArchives(world.db, URL_OF)])
  expect((await download()).statusCode).toBe(200)
})

test('a process that died leaves it to the next one', async () => {
  await rows("update archives set made_at = null, content = null, leased_until = now() + interval '1 minute'")
  await makeArchives(world.db, URL_OF)
  expect(await page()).toContain('Creating your archive')
  await rows("update archives set leased_until = now() - interval '1 second'")
  await makeArchives(world.db, URL_OF)
  expect(await page()).toContain('Download archive')
})

test('nobody else gets it, and it is deleted after a week', async () => {
  expect((await download(await cookieOf(world.ada.id))).statusCode).toBe(404)
  expect((await web.get('/account/data/archive.zip')).statusCode).toBe(303)
  await rows("update archives set made_at = now() - interval '8 days'")
  expect((await download()).statusCode).toBe(404)
  expect(await purgeArchives(world.db, 10)).toBe(1)
})

test('it goes with a person who deletes their account, also while it is being made', async () => {
  await ask()
  await erasePerson(
    world.db,
    { kind: 'person', user_id: ben },
    { user_id: ben, writings: 'keep', list: null },
  )
  await makeArchives(world.db, URL_OF)
  expect(await rows('select 1 from archives')).toEqual([])
})
