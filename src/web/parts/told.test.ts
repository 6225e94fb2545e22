import { expect, test } from 'vitest'
import { openGroupWorld } from '../../../test/group-web.ts'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { keyOf } from '../../../test/web.ts'

const at = await openGroupWorld()
const POLL = {
  group: 'mill-lane',
  poll_type: 'proposal',
  title: 'Names',
  positions: ['agree', 'disagree'],
  closing_at: '2031-01-31T18:00',
  step: 'start',
}

test.each([
  ['/d/', '/g/mill-lane/new-thread', 'recipient_emails', { title: 'Names', act: 'start' }],
  ['/p/', '/new-poll', 'recipient_emails', POLL],
])('says that names beside addresses were left out (%s)', async (home, form, field, values) => {
  const named = `${'x'.repeat(300)} <ida@far.example>, ben@mill.example <jo@far.example>, Kit Far <kit@far.example>`
  const started = await at.post(form, 'ada', { ...values, [field]: named })
  expect(started.headers.location, started.body.slice(0, 3_000)).toContain(home)
  expect((await at.get(String(started.headers.location), 'ada')).body).toContain(
    '2 names in the list of addresses were skipped',
  )
  const plain = await at.post(form, 'ada', {
    ...values,
    title: 'Plain',
    [field]: 'Kit Far <kit@far.example>',
  })
  expect(plain.headers.location).not.toContain('left_out')
})

test.each([
  ['thread', 'people', 'people'],
  ['poll', 'invite', ''],
] as const)('the form that invites to a %s says so too', async (kind, form, next) => {
  const id = await (kind === 'thread' ? makeThread(at.world) : makePoll(at.world))
  const path =
    kind === 'thread'
      ? `/d/${await keyOf(at.world, 'discussions', id)}`
      : `/p/${await keyOf(at.world, 'polls', id)}`
  const invited = await at.post(`${path}/${form}`, 'ada', { emails: 'ben@mill.example <lu@far.example>' })
  expect(String(invited.headers.location)).toContain(`${path}${next === '' ? '' : `/${next}`}?`)
  expect((await at.get(String(invited.headers.location), 'ada')).body).toContain(
    'One name in the list of addresses was skipped',
  )
})
