import { expect, test } from 'vitest'
import { openGroupWorld } from '../../../test/group-web.ts'

const GROUP = '/g/mill-lane'
const TOLD = 'The confirmation box must be ticked'

const at = await openGroupWorld({ OUTBOUND_ALLOW: '127.0.0.1' })

const newest = async (table: string): Promise<number> =>
  (await at.world.db.pool.query(`select max(id) as id from ${table}`)).rows[0].id

async function makeKey(): Promise<string> {
  await at.post(`${GROUP}/keys`, 'ada', { name: 'Site', variant: 'b', access: 'read' })
  return `${GROUP}/keys/${await newest('api_keys')}/revoke`
}

async function makeOwnKey(): Promise<string> {
  await at.post('/account/keys', 'ada', { name: 'Laptop' })
  return `/account/keys/${await newest('personal_keys')}/revoke`
}

async function makeWebhook(): Promise<string> {
  await at.post(`${GROUP}/webhooks`, 'ada', { url: 'http://127.0.0.1:9/x', format: 'json' })
  return `${GROUP}/webhooks/${await newest('webhooks')}/remove`
}

async function findInvitation(): Promise<string> {
  const { rows } = await at.world.db.pool.query('select id from memberships where user_id = $1', [
    at.people.cleo,
  ])
  return `${GROUP}/members/${rows[0].id}/remove`
}

test.each([
  ['revoking a key', makeKey],
  ['revoking an own key', makeOwnKey],
  ['removing a webhook', makeWebhook],
  ['withdrawing an invitation', findInvitation],
])('%s without the box says at the top and at the box that it must be ticked', async (_, make) => {
  const { statusCode, body } = await at.post(await make(), 'ada')
  expect(statusCode).toBe(422)
  expect(body).toContain('Nothing was saved. Please fix:')
  expect(body).toContain(`<a href="#confirm">${TOLD}</a>`)
  expect(body).toContain(`<p class="mend" id="confirm-mend">${TOLD}.</p>`)
  expect(body.indexOf('Please fix:')).toBeLessThan(body.indexOf('id="confirm"'))
  expect(body).not.toMatch(/cannot be undone must/)
})
