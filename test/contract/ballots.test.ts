import { describe, expect, test } from 'vitest'
import { addMembers, createWorld, keyFor } from '../world.ts'
import { holders, makeGroup, rows, told, userId } from './acts.ts'
import { caller, expectInvalid, type Fields, openApi, pollFields, pollOf, threadOf } from './api.ts'

const world = await createWorld()
const api = await openApi(world)
const [ben, cleo, dai, esi] = (await addMembers(world)) as [number, number, number, number]
const ada = world.ada.id
const issued = await keyFor(world)
const a = api.as(issued.key)
const b = await caller(world, api, { variant: 'b' })
const everyone = [ada, ben, cleo, dai, esi]
const thread = threadOf(
  await a.post('/discussions', { title: 'T', recipient_emails: ['gus@else.example', 'CLEO@mill.example'] }),
)
const gus = await userId(world.db, 'gus@else.example')

const sorted = (ids: number[]) => [...ids].sort((x, y) => x - y)
const make = async (who: typeof a, changes: Fields = {}) => {
  const poll = pollOf(await who.post('/polls', pollFields(changes)))
  const ballots = await holders(world.db, poll.id)
  expect(poll).toMatchObject({
    voters_count: ballots.length,
    undecided_voters_count: ballots.length,
    decided_voters_count: 0,
  })
  return { poll, ballots, told: await told(world.db, { poll_id: poll.id }) }
}
const only = { specified_voters_only: true }

describe.each([
  ['A', a],
  ['B', b],
])('ballots in variant %s', (_, who) => {
  test('go to every human member, pending ones too, and not to bots', async () => {
    expect((await make(who)).ballots).toEqual(everyone)
    expect((await make(who, { closing_at: null })).ballots).toEqual(everyone)
  })

  test('of a poll in a thread go to its guests too', async () => {
    expect((await make(who, { discussion_id: thread.id })).ballots).toEqual(sorted([...everyone, gus]))
  })

  test('also go to people named by address', async () => {
    const { ballots } = await make(who, { recipient_emails: ['fay@else.example', 'BEN@mill.example'] })
    expect(ballots).toEqual(sorted([...everyone, await userId(world.db, 'fay@else.example')]))
  })

  test('for specified voters only go to those named, and to nobody if nobody is named', async () => {
    expect((await make(who, only)).ballots).toEqual([])
    const named = {
      recipient_user_ids: [dai, ben, dai],
      recipient_emails: ['Hal@else.example', 'Cleo@MILL.example'],
    }
    const hal = async () => userId(world.db, 'hal@else.example')
    expect((await make(who, { ...only, ...named })).ballots).toEqual(sorted([dai, ben, cleo, await hal()]))
    expect(
      (await make(who, { ...only, discussion_id: thread.id, recipient_user_ids: [gus] })).ballots,
    ).toEqual([gus])
  })

  test('for specified voters only go to the whole group if it is named', async () => {
    const group = { ...only, recipient_audience: 'group' }
    expect((await make(who, group)).ballots).toEqual(everyone)
    const ivy = await make(who, {
      ...group,
      recipient_emails: ['ivy@else.example'],
      discussion_id: thread.id,
    })
    expect(ivy.ballots).toEqual(sorted([...everyone, await userId(world.db, 'ivy@else.example')]))
  })
})

describe('recipients of mails', () => {
  const named = { recipient_user_ids: [esi], recipient_emails: ['gus@else.example'] }
  const group = { recipient_audience: 'group' }
  const whom = { nobody: [], named: sorted([esi, gus]), everyone, all: sorted([...everyone, gus]) }
  test.each<['A' | 'B', string, boolean | undefined, Fields, keyof typeof whom]>([
    ['A', 'people named', undefined, named, 'named'],
    ['A', 'people named', true, named, 'named'],
    ['A', 'people named', false, named, 'nobody'],
    ['A', 'specified voters', undefined, { ...named, ...only }, 'named'],
    ['A', 'specified voters', false, { ...named, ...only }, 'nobody'],
    ['A', 'the group', undefined, group, 'everyone'],
    ['A', 'the group and people named', true, { ...group, ...named }, 'all'],
    ['A', 'the group alone with specified voters', true, { ...group, ...only }, 'everyone'],
    ['A', 'nobody named', true, {}, 'nobody'],
    ['A', 'a draft', true, { ...named, closing_at: null }, 'named'],
    ['B', 'people named', undefined, named, 'nobody'],
    ['B', 'people named', false, named, 'nobody'],
    ['B', 'people named, of a poll for everyone', true, named, 'all'],
    ['B', 'nobody named, of a poll for everyone', true, {}, 'everyone'],
    ['B', 'the group', undefined, group, 'nobody'],
    ['B', 'the group', true, group, 'everyone'],
    ['B', 'specified voters', true, { ...named, ...only }, 'named'],
    ['B', 'specified voters', undefined, { ...named, ...only }, 'nobody'],
    ['B', 'the group and people named as specified voters', true, { ...group, ...named, ...only }, 'all'],
    ['B', 'a draft', true, { closing_at: null }, 'everyone'],
  ])(
    'in variant %s, %s, with notify_recipients %s',
    async (variant, _, notify_recipients, fields, expected) => {
      const made = await make(variant === 'A' ? a : b, { ...fields, notify_recipients })
      expect(made.told).toEqual(whom[expected])
    },
  )

  test('are notified once, however many lists name them, and in whatever case', async () => {
    const lists = {
      ...group,
      recipient_user_ids: [ben, ben],
      recipient_emails: ['ben@mill.example', 'BEN@MILL.EXAMPLE', ' ben@mill.example '],
    }
    expect((await make(a, lists)).told).toEqual(everyone)
    expect((await make(a, { ...lists, recipient_audience: null, ...only })).told).toEqual([ben])
  })

  test('never include bots: a key may name its own, which is skipped', async () => {
    const made = await make(a, { ...only, recipient_user_ids: [issued.bot_user_id, ben] })
    expect(made).toMatchObject({ told: [ben], ballots: [ben] })
    const other = await keyFor(world)
    expectInvalid(
      await a.post('/polls', pollFields({ recipient_user_ids: [other.bot_user_id] })),
      'recipient_user_ids',
    )
  })

  test('of a thread are the group, the people named and its guests', async () => {
    const start = async (fields: Fields) => {
      const { id } = threadOf(await a.post('/discussions', { title: 'T', ...fields }))
      const guests = await rows<{ user_id: number }>(
        world.db,
        'select user_id from thread_guests where discussion_id = $1',
        [id],
      )
      return {
        told: await told(world.db, { discussion_id: id }),
        guests: guests.map(({ user_id }) => user_id),
      }
    }
    expect(await start({})).toEqual({ told: [], guests: [] })
    expect(await start(group)).toEqual({ told: everyone, guests: [] })
    expect(await start({ recipient_user_ids: [ben, issued.bot_user_id] })).toEqual({
      told: [ben],
      guests: [],
    })
    expect(
      await start({
        ...group,
        recipient_user_ids: [ben],
        recipient_emails: ['Gus@Else.example', 'dai@mill.example'],
      }),
    ).toEqual({ told: whom.all, guests: [gus] })
  })
})

describe('named people', () => {
  test('by id must belong to the group or be guests of this thread', async () => {
    await makeGroup(world, 'orchard')
    const stranger = await userId(world.db, 'admin@orchard.example')
    const elsewhere = threadOf(await a.post('/discussions', { title: 'T' }))
    for (const fields of [
      { recipient_user_ids: [ben, stranger] },
      { recipient_user_ids: [gus] },
      { recipient_user_ids: [gus], discussion_id: elsewhere.id },
      { recipient_user_ids: [0, 999_999] },
    ]) {
      const before = await rows(world.db, 'select count(*) from polls')
      const errors = expectInvalid(await a.post('/polls', pollFields(fields)), 'recipient_user_ids')
      const wrong = fields.recipient_user_ids.filter((id) => id !== ben)
      for (const id of wrong) expect(errors['recipient_user_ids']?.join()).toContain(String(id))
      expect(await rows(world.db, 'select count(*) from polls')).toEqual(before)
    }
    expectInvalid(
      await a.post('/discussions', { title: 'T', recipient_user_ids: [gus] }),
      'recipient_user_ids',
    )
    expect((await make(a, { recipient_user_ids: [gus], discussion_id: thread.id })).told).toEqual([gus])
  })

  test('by address are existing people, or new ones with an unverified address who join no group', async () => {
    const people = () => rows<{ n: number }>(world.db, 'select count(*)::int as n from users')
    const [before] = await people()
    await make(a, {
      recipient_emails: [
        'ADA@mill.example',
        'GUS@else.example',
        'New.Person@else.example',
        'new.person@ELSE.example',
      ],
    })
    expect((await people())[0]!.n).toBe(before!.n + 1)
    expect(
      await rows(world.db, "select email, email_verified, bot from users where email like 'New.%'"),
    ).toEqual([{ email: 'New.Person@else.example', email_verified: false, bot: false }])
    expect((await a.get('/memberships')).json().meta.total).toBe(5)
  })

  test('with an invalid address make the whole request fail', async () => {
    const before = await rows(world.db, 'select count(*) from users')
    const errors = expectInvalid(
      await a.post('/polls', pollFields({ recipient_emails: ['fine@else.example', 'no', 'x@'] })),
      'recipient_emails',
    )
    expect(errors['recipient_emails']).toHaveLength(2)
    expect(await rows(world.db, 'select count(*) from users')).toEqual(before)
  })
})

describe('reminders', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
  const due = async (notify_on_closing_soon: string, closing_at: Date | null) => {
    const { poll } = await make(a, { notify_on_closing_soon, closing_at })
    const [row] = await rows<{ reminder_due_at: Date | null }>(
      world.db,
      'select reminder_due_at from polls where id = $1',
      [poll.id],
    )
    return row!.reminder_due_at?.getTime() ?? null
  }
  test.each(['author', 'undecided_voters', 'voters'])(
    'for %s are due 24 hours before the closing',
    async (audience) => {
      expect(await due(audience, hours(30))).toBeCloseTo(hours(6).getTime(), -5)
      expect(await due(audience, hours(23))).toBeNull()
      expect(await due(audience, null)).toBeNull()
    },
  )

  test('for nobody do not exist', async () => {
    expect(await due('nobody', hours(30))).toBeNull()
  })
})
