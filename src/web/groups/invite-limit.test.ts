import { beforeEach, expect, test } from 'vitest'
import { decoded, openGroupWorld } from '../../../test/group-web.ts'
import { makeDemo } from '../../demo/make-demo.ts'

const at = await openGroupWorld({ INVITES_PER_HOUR: '4' })
const { db } = at.world

beforeEach(() => db.pool.query('delete from attempts'))

let made = 0
const strangers = (count: number) =>
  Array.from({ length: count }, () => `new${made++}@far.example`).join('\n')
const preview = async (emails: string) =>
  decoded((await at.post('/g/mill-lane/invite', 'ada', { emails, step: 'preview' })).body)
const invite = (emails: string) => at.post('/g/mill-lane/invite', 'ada', { emails, step: 'invite' })

test('the preview says how many new people can be invited, before the list is refused', async () => {
  expect(await preview(strangers(4))).not.toContain('new to this service')
  const tooMany = await preview(strangers(5))
  expect(tooMany).toContain('At most 4 people new to this service can be invited right now (4 per hour).')
  expect(tooMany).toContain(
    'If this list includes more new people than that, nobody is invited. Shorten the list.',
  )
  expect((await invite(strangers(3))).statusCode).toBe(303)
  expect(await preview(strangers(1))).not.toContain('new to this service')
  const asked = strangers(2)
  const left = await preview(asked)
  expect(left).toContain('At most 1 person new to this service')
  expect(left).toContain('Shorten the list, or try again in 60 minutes.')
  expect((await invite(asked)).statusCode).toBe(429)
})

test('the preview does not tell who is known to the service', async () => {
  await invite(strangers(4))
  await db.pool.query("insert into users (email, email_verified) values ('known@far.example', true)")
  const note = 'At most 0 people new to this service'
  expect(await preview('known@far.example')).toContain(note)
  expect(await preview(strangers(1))).toContain(note)
})

test('the invented people of the demo count for nobody', async () => {
  const limited = { ...db, limits: { invites_of_person: 4, invites_of_key: 4 } }
  await makeDemo(limited, at.people.ada)
  expect((await db.pool.query('select from attempts')).rowCount).toBe(0)
})
