import { beforeAll, describe, expect, test } from 'vitest'
import { type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { LANGUAGES, type Language } from '../../locales/languages.ts'
import { inLanguage, t } from '../../locales/say.ts'
import { DONE } from './done-part.tsx'

const GROUP = '/g/mill-lane'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld({ OUTBOUND_ALLOW: '127.0.0.1' })
})

/** Submits a form as Ada; returns where she goes on, and what the page says was done. */
async function done(path: string, fields: Record<string, string> = {}) {
  const sent = await at.post(`${GROUP}/${path}`, 'ada', fields)
  const to = String(sent.headers.location)
  const { body } = await at.get(to, 'ada')
  const said = /<div class="note good" role="status"><strong>([^<]*)/.exec(body)?.[1]
  return [to.replace(`${GROUP}/`, '').replace(/[?&]done=\w+/, ''), said]
}

const newest = async (table: string): Promise<number> =>
  (await at.world.db.pool.query(`select max(id) as id from ${table}`)).rows[0].id

const member = async (who: keyof GroupWorld['people']): Promise<string> => {
  const found = await at.world.db.pool.query('select id from memberships where user_id = $1', [
    at.people[who],
  ])
  return `members/${found.rows[0].id}`
}

const SAVED = 'Your changes are saved.'

describe('the page after a form says what was done', () => {
  test('settings of the group', async () => {
    const fields = { name: 'Mill Lane', description: '', public: 'true' }
    expect(await done('settings', fields)).toEqual(['settings', SAVED])
  })

  test('the last day of an API key, and its end', async () => {
    await at.post(`${GROUP}/keys`, 'ada', { name: 'Site', variant: 'b', access: 'read' })
    const key = `keys/${await newest('api_keys')}`
    expect(await done(`${key}/expiry`, { expires: '2032-01-31' })).toEqual([key, SAVED])
    expect(await done(`${key}/revoke`, { confirm: 'true' })).toEqual(['keys', 'The key has been revoked.'])
  })

  test('a webhook: its events, its switch and its removal', async () => {
    const fields = { url: 'http://127.0.0.1:9/x', format: 'json' }
    await at.post(`${GROUP}/webhooks`, 'ada', fields)
    const hook = `webhooks/${await newest('webhooks')}`
    expect(await done(hook, { ...fields, kinds: 'new_comment' })).toEqual([hook, SAVED])
    expect(await done(`${hook}/switch`, { active: 'false' })).toEqual([hook, SAVED])
    expect(await done(`${hook}/remove`, { confirm: 'true' })).toEqual([
      'webhooks',
      'The webhook has been removed.',
    ])
  })

  test('a link to join that ends', async () => {
    await at.post(`${GROUP}/links`, 'ada', { asks: 'false' })
    const end = `links/${await newest('join_links')}/end`
    expect(await done(end)).toEqual(['links', 'The link no longer works.'])
  })

  test('a member: name, title, role, removal and return', async () => {
    const [ben, cleo] = [await member('ben'), await member('cleo')]
    expect(await done(`${cleo}/name`, { name: 'Cleo' })).toEqual([cleo, SAVED])
    expect(await done(`${ben}/title`, { title: 'Treasurer' })).toEqual([ben, SAVED])
    expect(await done(`${ben}/role`, { admin: 'true', runs_service: 'true' })).toEqual([ben, SAVED])
    expect(await done(`${ben}/remove`, { confirm: 'true' })).toEqual([
      'members',
      'The member has been removed from the group.',
    ])
    expect(await done(`${ben}/restore`, { runs_service: 'true' })).toEqual([
      ben,
      'This person is in the group again.',
    ])
  })

  test('an invitation: whether it is sent again or still waits, and that it is withdrawn', async () => {
    const cleo = await member('cleo')
    const again = `${cleo}/resend`
    expect(await done(again)).toEqual([cleo, 'The email is already waiting to be sent.'])
    await (await openPost(at.world)).deliver()
    expect(await done(again)).toEqual([cleo, 'The email will be sent again.'])
    expect(await done(again)).toEqual([cleo, 'The email is already waiting to be sent.'])
    expect(await done(`${cleo}/remove`, { confirm: 'true' })).toEqual([
      'members?list=invited',
      'The invitation has been withdrawn.',
    ])
  })
})

describe('a form that is sent again because its answer was lost', () => {
  /** The fields with the token of the form with this action on a page. */
  const inForm = async (page: string, action: string, fields: Record<string, string>) => {
    const { body } = await at.get(`${GROUP}/${page}`, 'ada')
    const form = body.split('<form ').find((one) => one.includes(`action="${GROUP}/${action}"`))
    return { ...fields, once: /name="once" value="([\w-]+)"/.exec(form ?? '')?.[1] ?? '' }
  }

  test.each([
    ['settings', '', { name: 'Mill Lane', description: 'Once' }],
    ['key', '/expiry', { expires: '2031-01-31' }],
    ['webhook', '', { url: 'http://127.0.0.1:9/once', format: 'json' }],
    ['webhook', '/switch', { active: 'false' }],
    ['nameless', '/name', { name: '' }],
    ['member', '/title', { title: 'Once' }],
    ['member', '/role', { admin: 'true', runs_service: 'true', title: 'Once' }],
  ] as const)('says again that it is saved: %s%s', async (place, act, fields) => {
    await at.post(`${GROUP}/keys`, 'ada', { name: 'Once', variant: 'b', access: 'read' })
    await at.post(`${GROUP}/webhooks`, 'ada', { url: 'http://127.0.0.1:9/x', format: 'json' })
    await at.world.db.pool.query('update memberships set admin = false, title = null where user_id = $1', [
      at.people.ben,
    ])
    await at.world.db.pool.query('update memberships set revoked_at = null where user_id = $1', [
      at.people.cleo,
    ])
    await at.post(`${GROUP}/${await member('cleo')}/name`, 'ada', { name: 'Cleo' })
    const page = {
      settings: async () => 'settings',
      key: async () => `keys/${await newest('api_keys')}`,
      webhook: async () => `webhooks/${await newest('webhooks')}`,
      nameless: () => member('cleo'),
      member: () => member('ben'),
    }
    const path = await page[place]()
    const sent = await inForm(path, `${path}${act}`, fields)
    expect(sent.once).not.toBe('')
    for (let times = 0; times < 2; times++) expect(await done(`${path}${act}`, sent)).toEqual([path, SAVED])
    const later = await inForm(path, `${path}${act}`, fields)
    const { headers } = await at.post(`${GROUP}/${path}${act}`, 'ada', later)
    expect(headers.location).toContain('done=unchanged')
  })

  test('is saved again, too, if something else was saved after it', async () => {
    const [first, second] = ['First', 'Second'].map((description) => ({ name: 'Mill Lane', description }))
    const { once } = await inForm('settings', 'settings', {})
    for (const fields of [first, second, first]) await done('settings', { ...fields, once })
    const { rows } = await at.world.db.pool.query('select description from groups')
    expect(rows).toEqual([{ description: 'First' }])
  })
})

test('other values in the address say nothing', async () => {
  for (const name of ['', 'nothing', 'constructor'])
    expect((await at.get(`${GROUP}/settings?done=${name}`, 'ada')).body).not.toContain('role="status"')
})

test.each(Object.keys(LANGUAGES) as Language[])('what was done is a whole sentence in %s', (language) => {
  const said = inLanguage(language, () => Object.values(DONE).map((key) => t(key)))
  expect(said.filter((text) => !/[.。]$/.test(text))).toEqual([])
})
