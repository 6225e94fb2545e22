import { expect, test } from 'vitest'
import { hold } from '../hold.ts'
import { addMembers, createWorld } from '../world.ts'
import { holders, rows } from './acts.ts'
import { caller, envelopeOf, expectInvalid, type Fields, openApi, pollFields, pollOf } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const emails = Array.from({ length: 12 }, (_, index) => `member${index}@mill.example`)
const [ben] = (await addMembers(world, emails)) as [number]
const a = await caller(world, api)

const make = async (changes: Fields = {}) => pollOf(await a.post('/polls', pollFields(changes)))

test('if people join and leave while polls are made, nobody misses a ballot, and the counts are exact', async () => {
  const base = ['ada@mill.example', ...emails]
  const wave = (round: number) =>
    Array.from({ length: 4 }, (_, index) => `wave${round}-${index}@mill.example`)
  const made = await Promise.all(
    Array.from({ length: 10 }, async (_, round) => {
      const [poll] = await Promise.all([
        make(round % 2 ? {} : { closing_at: null }),
        a.post('/memberships', { emails: wave(round) }),
        round % 3 === 0 ? a.post('/memberships', { emails: base, remove_absent: true }) : null,
      ])
      return poll
    }),
  )
  const members = await rows<{ user_id: number }>(
    world.db,
    'select user_id from memberships where group_id = $1 and revoked_at is null order by user_id',
    [world.group.id],
  )
  expect(members.length).toBeGreaterThan(base.length - 1)
  for (const { id } of made) {
    expect(await holders(world.db, id)).toEqual(members.map(({ user_id }) => user_id))
    expect(pollOf(await a.get(`/polls/${id}`)).voters_count).toBe(members.length)
  }
  const { groups, meta } = envelopeOf(await a.get('/memberships?per=1'))
  expect(groups[0]!.memberships_count).toBe(members.length)
  expect(meta.total).toBe(members.length)
})

test('a poll that names a person who is being removed is refused, as after the removal', async () => {
  const removal = await hold(world.db, 'select 1 from groups where id = $1 for no key update', [
    world.group.id,
  ])
  await removal.query('update memberships set revoked_at = now() where user_id = $1', [ben])
  const making = a.post('/polls', pollFields({ specified_voters_only: true, recipient_user_ids: [ben] }))
  await removal.waitedFor()
  await removal.release()
  expectInvalid(await making, 'recipient_user_ids')
  await world.db.pool.query('update memberships set revoked_at = null where user_id = $1', [ben])
})
