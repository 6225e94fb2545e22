import { beforeAll, describe, expect, test } from 'vitest'
import { forgetCounts } from '../../test/counts.ts'
import { type GroupWorld, openGroupWorld, type Who } from '../../test/group-web.ts'
import { openPost } from '../../test/post.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { IN_PSEUDO, untranslated } from '../../test/untranslated.ts'
import { SAME_ORIGIN, tokenFor } from '../../test/web.ts'
import { keyFor } from '../../test/world.ts'

const G = '/g/mill-lane'
/** User texts, in sentences and titles. */
const OWN = [
  'Ada Vale invites you to Mill Lane Co-op',
  'Mill Lane Co-op',
  'mill-lane',
  'Ada Vale',
  'Ben Ash',
  'Sam Stranger',
  'A bell',
  'Test key',
  'Secret purchase',
  'Discord',
  'Mattermost',
  'Microsoft Teams',
  'Matrix (hookshot)',
  'Slack',
  '93.184.216.34/hook',
]

let at: GroupWorld
let paths: Record<'member' | 'mail' | 'key' | 'unsubscribe', string>

beforeAll(async () => {
  forgetCounts()
  at = await openGroupWorld()
  const { world, people } = at
  await makeThread(world, { audience: 'group' }, 'Secret purchase')
  await makePoll(world, { told: 'holders', settings: { title: 'Secret purchase' } })
  await (await openPost(world)).dispatch()
  const { id } = await keyFor(world)
  const rows = async (statement: string, user_id: number) =>
    (await world.db.pool.query<{ id: number }>(statement, [user_id])).rows[0]?.id
  const { cleo } = people
  const mail = await rows('select id from mails where user_id = $1', people.ben)
  const member = await rows('select id from memberships where user_id = $1', cleo)
  paths = {
    member: `${G}/members/${member}`,
    mail: `${G}/outbox/${mail}`,
    key: `${G}/keys/${id}`,
    unsubscribe: `/unsubscribe?k=${await tokenFor(world, 'unsubscribe', { user_id: people.ben })}`,
  }
})

describe('no page contains English in another language', () => {
  const PAGES: [who: Who | 'outsider', url: string][] = [
    ['outsider', '/'],
    ['outsider', '/sign-in'],
    ['outsider', '/sign-in/link?k=no'],
    ['outsider', '/nowhere'],
    ['outsider', '/help/moving'],
    ['outsider', '/help/mcp'],
    ['outsider', '/unsubscribe?k=no'],
    ['ada', '/'],
    ['stranger', '/'],
    ['cleo', '/'],
    ['ada', '/nowhere'],
    ['ada', '/status'],
    ['ada', '/service/groups'],
    ['ada', '/service/groups/1'],
    ['ada', '/service/people'],
    ['ada', '/service/history'],
    ['ada', '/service/settings'],
    ['ada', '/new-group'],
    ['ada', '/account'],
    ['ada', '/account?done=mails'],
    ['ada', '/account/name'],
    ['ada', '/account/keys'],
    ['ada', G],
    ['ben', G],
    ['cleo', G],
    ['ada', `${G}/feed`],
    ['ada', `${G}/threads`],
    ['ada', `${G}/polls?state=draft`],
    ['ada', `${G}/decisions`],
    ['ada', `${G}/members`],
    ['ada', `${G}/members?list=invited&invited=2`],
    ['ada', `${G}/members?list=removed`],
    ['ada', `${G}/invite`],
    ['ada', `${G}/settings`],
    ['ada', `${G}/history`],
    ['ada', `${G}/outbox`],
    ['ada', `${G}/keys`],
    ['ada', `${G}/webhooks`],
    ['ben', `${G}/settings`],
  ]

  test.each(PAGES)('%s %s', async (who, url) => {
    const { body } = await at.get(url, who, IN_PSEUDO)
    expect(body).toContain('lang="en-XA"')
    expect(untranslated(body, OWN)).toEqual([])
  })

  test.each(['member', 'mail', 'key', 'unsubscribe'] as const)(
    'the page of a single record: %s',
    async (which) => {
      expect(untranslated((await at.get(paths[which], 'ada', IN_PSEUDO)).body, OWN)).toEqual([])
    },
  )
})

describe('nor do responses to forms', () => {
  const FORMS: [who: Who | 'outsider', url: string, fields: Record<string, string>][] = [
    ['outsider', '/sign-in', { address: 'nobody' }],
    ['ada', '/account', { name: '', time_zone: 'Nowhere', locale: 'xx' }],
    ['ada', '/account/keys', { name: '' }],
    ['ada', '/account/keys', { name: 'A bell' }],
    ['ada', '/account/calendar', {}],
    ['ada', `${G}/feed`, {}],
    ['ada', `${G}/invite`, { emails: '' }],
    ['ada', `${G}/invite`, { emails: 'cleo@mill.example, new@mill.example, A <b@c.example>' }],
    ['ada', `${G}/settings`, { name: '' }],
    ['ada', `${G}/subgroups`, { sub_name: '', sub_handle: 'A B' }],
    ['ada', `${G}/keys`, { name: '', expires: 'soon' }],
    ['ada', `${G}/keys`, { name: 'A bell' }],
    ['ada', `${G}/webhooks`, { url: '' }],
    ['ada', `${G}/webhooks`, { url: 'https://93.184.216.34/hook', format: 'slack' }],
    ['ada', `${G}/members/links`, {}],
    ['ben', `${G}/settings`, { name: 'A bell', description: 'A bell' }],
    ['outsider', `${G}/settings`, { name: 'A bell' }],
  ]

  test.each(FORMS)('%s %s %j', async (who, url, fields) => {
    const { body } = await at.post(url, who, fields, { ...SAME_ORIGIN, ...IN_PSEUDO })
    expect(body).toContain('lang="en-XA"')
    expect(untranslated(body, OWN)).toEqual([])
  })
})
