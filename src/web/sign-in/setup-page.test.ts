import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cookiesOf } from '../../../test/sign-in.ts'
import { MAIL_CONFIG } from '../../../test/tell.ts'
import { everyRow, openWeb, SAME_ORIGIN, type Web } from '../../../test/web.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import { mintSetupLink } from '../../groups/mint-setup-link.ts'
import { dispatchEvents } from '../../jobs/dispatch-events.ts'
import { newToken } from '../../users/secret.ts'

const FIELDS = {
  group_name: 'Harbour Choir',
  handle: '',
  name: '  Ada   Nwosu ',
  email: 'Ada@choir.example',
  time_zone: 'Europe/Berlin',
}

let world: World
let web: Web

beforeAll(async () => {
  world = await createWorld()
  web = await openWeb(world)
})

const empty = () =>
  world.db.pool.query(
    'truncate groups, users, sessions, setup_links, polls, electorate, discussions, mails, events restart identity cascade',
  )

beforeEach(empty)
afterEach(empty)

const start = async () => (await change(world.db, SYSTEM, mintSetupLink)) ?? ''

describe('the first group', () => {
  test('the start page explains how to create it until it exists, and then shows its admin the first steps', async () => {
    const k = await start()
    const { body } = await web.get('/')
    expect(body).toContain('To create one, open the setup link')
    expect(body).not.toContain(k)
    const sign_in = (await web.get('/sign-in')).body
    for (const words of ['To create one, open the setup link', 'This service has no mail server yet'])
      expect(sign_in).toContain(words)
    const made = await web.post('/setup', { k, ...FIELDS })
    for (const path of ['/', '/sign-in']) expect((await web.get(path)).body).not.toContain('setup link')
    const [cookie = ''] = String(made.headers['set-cookie']).split(';')
    const page = await web.get('/g/harbour-choir', cookie)
    const steps = [...page.body.matchAll(/<li class="(agree|quiet)">.*?<(?:a href="([^"]+)"|span)>([^<]+)/g)]
    expect(steps.map(([, , href, label]) => [label, href])).toEqual([
      ['Invite people', '/g/harbour-choir/invite'],
      ['Start a thread', '/g/harbour-choir/new-thread'],
      ['Start a poll', '/new-poll?group=harbour-choir'],
      ['Set up email', '/g/harbour-choir/outbox'],
    ])
    await world.db.pool.query('update group_counts set memberships = 2')
    expect((await web.get('/g/harbour-choir', cookie)).body).toContain('Invite people: done')
    expect((await web.get('/', cookie)).body).toContain('No open poll is waiting for your vote')
  })

  test('is made with the link printed at the start; its admin is signed in', async () => {
    const k = await start()
    const page = await web.get(`/setup?k=${k}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Create the first group')
    const made = await web.post('/setup', { k, ...FIELDS })
    expect([made.statusCode, made.headers.location]).toEqual([303, '/g/harbour-choir'])
    const home = await web.get('/', cookiesOf(made))
    expect(home.body).toContain('Ada Nwosu')
    const { rows } = await world.db.pool.query(
      `select g.name, g.handle, u.name as admin, u.email, u.time_zone, m.admin as is_admin
       from groups g join memberships m on m.group_id = g.id join users u on u.id = m.user_id`,
    )
    expect(rows).toEqual([
      {
        name: 'Harbour Choir',
        handle: 'harbour-choir',
        admin: 'Ada Nwosu',
        email: 'Ada@choir.example',
        time_zone: 'Europe/Berlin',
        is_admin: true,
      },
    ])
  })

  test('is made with the languages of the browser, as for those who sign in', async () => {
    const german = { ...SAME_ORIGIN, 'accept-language': 'de' }
    await web.post('/setup', { k: await start(), ...FIELDS }, german)
    const kept = 'select locale, browser_locale from users'
    expect((await world.db.pool.query(kept)).rows).toEqual([{ locale: null, browser_locale: 'de' }])
    await empty()
    const picked = { ...german, cookie: 'folkmoot_language=ja' }
    const made = await web.post('/setup', { k: await start(), ...FIELDS }, picked)
    expect((await world.db.pool.query(kept)).rows).toEqual([{ locale: 'ja', browser_locale: 'de' }])
    expect(cookiesOf(made)).not.toContain('folkmoot_language')
  })

  test.each(['/setup', '/setup?k=of-an-earlier-start'])('%s says where to find the link', async (url) => {
    await start()
    const page = await web.get(url)
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('/setup?k=…')
    expect(page.body).not.toContain('Sign in')
  })

  test('afterwards the link, or any other, says that it has done its work, and offers to sign in', async () => {
    const k = await start()
    await web.post('/setup', { k, ...FIELDS })
    const page = await web.get(`/setup?k=${k}`)
    expect(page.statusCode).toBe(404)
    for (const words of ['This service is already set up', 'that group already exists', 'href="/sign-in">'])
      expect(page.body).toContain(words)
    expect(page.body).not.toContain('Nothing was saved')
    for (const url of ['/setup', '/setup?k=', `/setup?k=${'x'.repeat(32)}`])
      expect([url, (await web.get(url)).body]).toEqual([url, page.body])
    expect(await change(world.db, SYSTEM, mintSetupLink)).toBeNull()
  })

  test('afterwards it offers signed-in people the way home', async () => {
    const k = await start()
    const made = await web.post('/setup', { k, ...FIELDS })
    const page = await web.get(`/setup?k=${k}`, cookiesOf(made))
    expect(page.body).toMatch(/<a class="button" href="\/">Go to your groups/)
    expect(page.body).not.toContain('href="/sign-in"')
  })

  test('a form sent after the service was set up in another way saves nothing, and says so', async () => {
    const k = await start()
    await web.post('/setup', { k, ...FIELDS })
    const late = await web.post('/setup', { k, ...FIELDS })
    expect(late.statusCode).toBe(404)
    expect(late.body).toContain('This service is already set up')
    expect(late.body).toContain('Nothing was saved. A group was created here in the meantime')
  })

  test('is made once, even if the button is pressed several times at once', async () => {
    const k = await start()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        web.post('/setup', { k, ...FIELDS, handle: `choir-${index}` }),
      ),
    )
    expect(answers.filter((answer) => answer.statusCode === 303)).toHaveLength(1)
    expect((await world.db.pool.query('select from groups')).rowCount).toBe(1)
  })

  test('both presses of a button pressed twice sign in', async () => {
    const fields = { k: await start(), ...FIELDS, demo: 'true', once: newToken() }
    for (const made of await Promise.all([web.post('/setup', fields), web.post('/setup', fields)])) {
      expect([made.statusCode, made.headers.location]).toEqual([303, '/g/harbour-choir?demo'])
      expect((await web.get('/', cookiesOf(made))).body).toContain('Ada Nwosu')
    }
    const { rows } = await world.db.pool.query('select handle from groups where parent_id is null order by 1')
    expect(rows).toEqual([{ handle: 'elm-street' }, { handle: 'harbour-choir' }])
  })

  test('is not made by a link of an earlier start, nor by a wrong or missing one', async () => {
    const former = await start()
    await start()
    for (const k of [former, 'x'.repeat(32), '']) {
      expect((await web.get(`/setup?k=${k}`)).statusCode).toBe(404)
      expect((await web.post('/setup', { k, ...FIELDS })).statusCode).toBe(404)
    }
    const again = await web.post('/setup', { k: former, ...FIELDS })
    expect(again.body).toContain('/setup?k=…')
    expect((await web.get('/setup')).statusCode).toBe(404)
    expect((await world.db.pool.query('select from groups')).rowCount).toBe(0)
  })

  test('is not made by a form of another site', async () => {
    const k = await start()
    const before = await everyRow(world)
    const answer = await web.post('/setup', { k, ...FIELDS }, { 'sec-fetch-site': 'cross-site' })
    expect(answer.statusCode).toBe(403)
    expect(await everyRow(world)).toEqual(before)
  })

  test('an empty form says the same of each field that must be filled in', async () => {
    const k = await start()
    const page = await web.post('/setup', {
      k,
      group_name: '',
      handle: '',
      name: '',
      email: ' ',
      time_zone: 'UTC',
    })
    for (const field of ['Group name', 'Your name', 'Your email address'])
      expect(page.body).toContain(`>${field} can’t be blank<`)
  })

  test('a form with errors says at each field how to fix it, keeps what was typed, and leaves the link valid', async () => {
    const k = await start()
    const bad = {
      group_name: `<script>${'x'.repeat(150)}`,
      handle: 'No Good',
      name: ' ',
      email: 'ada"@',
      time_zone: 'Mars/Base',
      demo: '1',
    }
    const page = await web.post('/setup', { k, ...bad })
    expect(page.statusCode).toBe(422)
    for (const words of [
      'Group name is too long (at most 150 characters).',
      'Short name must be 1 to 50 lowercase letters',
      'Your name can’t be blank.',
      'Your email address must be a complete address.',
      'Your time zone must be one of the listed values.',
      'value="&lt;script>x',
      'value="No Good"',
      'value="ada&quot;@"',
      'checked',
    ])
      expect(page.body.replaceAll("'", '&#39;')).toContain(words)
    expect((await world.db.pool.query('select from groups')).rowCount).toBe(0)
    expect((await web.post('/setup', { k, ...FIELDS })).statusCode).toBe(303)
  })

  test.each(['みどり町内会', 'جمعية أهل الحي', '北京小组', '!'])(
    'a name without Latin letters gets a short name by chance: %s',
    async (group_name) => {
      const made = await web.post('/setup', { k: await start(), ...FIELDS, group_name })
      expect(made.headers.location).toMatch(/^\/g\/group-[a-z0-9]{8}$/)
    },
  )

  test('an invalid short name is reported together with a missing name', async () => {
    const k = await start()
    const page = await web.post('/setup', { k, ...FIELDS, group_name: ' ', handle: 'No Good', email: 'ada' })
    for (const label of ['Group name can', 'Short name must be', 'Your email address must'])
      expect(page.body).toContain(label)
    const empty = await web.post('/setup', { k, ...FIELDS, group_name: ' ' })
    expect(empty.body).not.toContain('Short name must be')
  })

  test('a new form focuses its first field, and one with errors what is wrong', async () => {
    const k = await start()
    const focused = ({ body }: { body: string }) =>
      / (?:id="(\w+)"|role="(\w+)")[^>]* autofocus/.exec(body)?.slice(1).join('')
    expect(focused(await web.get(`/setup?k=${k}`))).toBe('group_name')
    expect(focused(await web.post('/setup', { k, ...FIELDS, email: 'ada' }))).toBe('alert')
  })

  test('with the demo group’s handle is created without a demo group', async () => {
    const made = await web.post('/setup', { k: await start(), ...FIELDS, handle: 'elm-street', demo: '1' })
    expect([made.statusCode, made.headers.location]).toEqual([303, '/g/elm-street'])
    expect((await web.get('/', cookiesOf(made))).body).toContain('Harbour Choir')
    expect((await world.db.pool.query('select from groups')).rowCount).toBe(1)
  })

  test('with a demo group has neighbours, threads and polls of each type, and sends no mail', async () => {
    const k = await start()
    const made = await web.post('/setup', { k, ...FIELDS, demo: '1' })
    expect([made.statusCode, made.headers.location]).toEqual([303, '/g/harbour-choir?demo'])
    const first = (await web.get('/g/harbour-choir?demo', cookiesOf(made))).body
    expect(first).toContain('First steps')
    expect(first).toContain(
      'The demo group <a href="/g/elm-street" dir="auto">Elm Street Neighbours</a> is ready',
    )
    expect((await web.get('/g/elm-street?demo', cookiesOf(made))).body).not.toContain('is ready to explore')
    const { rows } = await world.db.pool.query(
      `select p.poll_type, p.closed_at is not null as closed, t.cast_count, p.created_at < now() - interval '1 day' as old
       from polls p join tallies t on t.poll_id = p.id order by 1, 2 desc, 3`,
    )
    expect(rows).toEqual([
      { poll_type: 'count', closed: false, cast_count: 5, old: true },
      { poll_type: 'dot_vote', closed: true, cast_count: 8, old: true },
      { poll_type: 'dot_vote', closed: false, cast_count: 3, old: true },
      { poll_type: 'meeting', closed: true, cast_count: 5, old: true },
      { poll_type: 'meeting', closed: false, cast_count: 4, old: true },
      { poll_type: 'poll', closed: true, cast_count: 7, old: true },
      { poll_type: 'poll', closed: true, cast_count: 8, old: true },
      { poll_type: 'proposal', closed: true, cast_count: 8, old: true },
      { poll_type: 'ranked_choice', closed: true, cast_count: 6, old: true },
      { poll_type: 'ranked_choice', closed: true, cast_count: 8, old: true },
      { poll_type: 'ranked_choice', closed: true, cast_count: 24, old: true },
      { poll_type: 'score', closed: true, cast_count: 5, old: true },
      { poll_type: 'score', closed: false, cast_count: 4, old: true },
    ])
    await dispatchEvents(world.db, MAIL_CONFIG.public_url)
    expect((await world.db.pool.query('select from mails')).rowCount).toBe(0)
    const home = await web.get('/', cookiesOf(made))
    expect(home.body).toContain('Elm Street Neighbours')
  })
})
