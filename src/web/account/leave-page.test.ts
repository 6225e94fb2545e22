import { beforeAll, expect, test } from 'vitest'
import { decoded, type GroupWorld, openGroupWorld } from '../../../test/group-web.ts'
import { makeThread } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'
import { OFFERED } from '../../locales/languages.ts'

let at: GroupWorld

beforeAll(async () => {
  at = await openGroupWorld()
})

/** The summary of the errors, and those beside the fields. */
async function errorsOf(url: string, fields: Record<string, string>, language = 'en') {
  await at.world.db.pool.query('update users set locale = $2 where id = $1', [at.world.ada.id, language])
  const { statusCode, body } = await at.post(url, 'ada', fields)
  expect(statusCode).toBe(422)
  const [, summary = ''] = /role="alert"[^>]*>(.*?)<\/div>/s.exec(body) ?? []
  return {
    summary,
    beside: [...body.matchAll(/<p class="mend" id="([a-z]+)-mend">([^<]*)/g)].map((m) => m[2]),
  }
}

test('an account is not deleted by an empty form, which says what is missing and leads there', async () => {
  expect(await errorsOf('/account/leave', {})).toEqual({
    summary:
      '<strong>Your account was not deleted.</strong><ul>' +
      '<li><a href="#writings">Choose whether to keep or erase the texts</a></li>' +
      '<li><a href="#address">Email address is missing</a></li></ul>',
    beside: ['Choose whether to keep or erase the texts.', 'Email address is missing.'],
  })
  const other = await errorsOf('/account/leave', { writings: 'keep', address: 'ben@mill.example' })
  expect(other.summary).toContain('<li><a href="#address">Email address must be your own</a></li>')
  expect(other.beside).toEqual(['Email address must be your own.'])
})

test('so is nobody else by an admin of the service', async () => {
  const { summary, beside } = await errorsOf(`/service/people/${at.people.ben}/erase`, {})
  expect(summary).toMatch(/^<strong>Nothing was erased.<\/strong><ul><li><a href="#writings">/)
  expect(beside).toEqual(['Choose whether to keep or erase the texts.', 'Email address is missing.'])
})

test.each(OFFERED)('its errors are sentences in %s', async (language) => {
  const { summary, beside } = await errorsOf('/account/leave', {}, language)
  expect(summary).toMatch(/^<strong>[^<]*[.。]<\/strong><ul>/)
  for (const words of beside) expect(words).toMatch(/^[^?؟？]+[.。]$/)
})

test('it says that mentions in texts of others stay, and they do', async () => {
  const { world } = at
  const discussion_id = await makeThread(world)
  const path = `/d/${await keyOf(world, 'discussions', discussion_id)}`
  await at.post(`${path}/comments`, 'ada', { body: 'Thanks to @ben, and to Ben' })
  expect(decoded((await at.get('/account/leave', 'ben')).body)).toContain('it stays in their texts.')
  await at.post('/account/leave', 'ben', { writings: 'erase', address: 'ben@mill.example' })
  expect((await at.get(path, 'ada')).body).toContain('Thanks to @ben, and to Ben')
})
