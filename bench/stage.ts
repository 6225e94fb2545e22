import type { PoolClient } from 'pg'
import { change, type Db } from '../src/db/db.ts'
import { type NewPoll, startPoll } from '../src/polls/start-poll.ts'
import { mintLink } from '../src/users/mint-link.ts'
import { startSession } from '../src/users/start-session.ts'
import { type SeededGroup, type SeededPoll, seedGroup, seeding, seedPolls } from './seed.ts'
import { keyOf, openService, type Service } from './service.ts'

/** The service with data, ready to measure. */
export type Stage = Service & {
  /** Keys of the groups of 50 in which polls are made. */
  keys: string[]
  /** Of the group in which polls are read and voted on. */
  key: string
  api_key_id: number
  large_key: string
  /** Polls of four options and fifty votes. */
  shown: SeededPoll[]
  /** Polls of four options and fifty uncast ballots, with the voters. */
  open: SeededPoll[]
  voter_ids: number[]
  /** One poll in which a large group votes. */
  hot: SeededPoll
  hot_key: string
  hot_api_key_id: number
  hot_voter_ids: number[]
  /** Polls of ten options, a hundred votes and 33 reasons, and signed-in members. */
  paged: SeededPoll[]
  paged_key: string
  cookies: string[]
  /** Ballots of other open polls, with the personal link that each voter got by mail. */
  linked: { key: string; cookie: string }[]
  /** Uncast anonymous ballots: each is used once. */
  secret: { key: string; cookie: string }[]
  /** More than a round casts: casting a ballot again is another case. */
  secret_a_round: number
}

export type Size = {
  groups: number
  members: number
  polls_of_group: number
  voters: number
  large_group: number
  large_poll: number
  secret_polls: number
}

/** 1 000 groups, 100 000 people, 50 000 polls, 2 million ballots; or the minimum to measure. */
export const FULL: Size = {
  groups: 1_000,
  members: 100,
  polls_of_group: 50,
  voters: 40,
  large_group: 100_000,
  large_poll: 100_000,
  secret_polls: 500,
}
export const SMALL: Size = {
  groups: 20,
  members: 50,
  polls_of_group: 10,
  voters: 40,
  large_group: 1_000,
  large_poll: 5_000,
  secret_polls: 160,
}

const ROUNDS_AND_WARMING = 4
// Polls are created in many groups at once, as in a busy service.
const MAKING_GROUPS = 32
const VOTERS = 50
const SHOWN_POLLS = 200
const OPEN_POLLS = 100
const LINKED_POLLS = 40
const PAGE_READERS = 100
const PAGED_POLLS = 60

/** Starts the service with these command-line options in an empty folder, and fills it. */
export async function setStage(size: Size, options: string[] = []): Promise<Stage> {
  const { db, ...service } = await openService(options)
  const seeded = await seeding(db, (on) => seedAll(on, size))
  const stage = { ...(await issueKeys(db, seeded)), ...(await makeSecrets(db, seeded.readers, size)) }
  const linked = await mintLinks(db, seeded.group, seeded.mailed)
  await db.pool.query('vacuum analyze')
  await db.close()
  return {
    ...service,
    ...stage,
    shown: seeded.shown,
    open: seeded.open,
    voter_ids: seeded.group.user_ids,
    hot: seeded.hot,
    hot_voter_ids: seeded.crowd.user_ids,
    paged: seeded.paged,
    linked,
  }
}

type Seeded = {
  making: SeededGroup[]
  group: SeededGroup
  large: SeededGroup
  crowd: SeededGroup
  readers: SeededGroup
  /** Polls in which the voters vote themselves: no key may change those votes. */
  mailed: SeededPoll[]
} & Pick<Stage, 'shown' | 'open' | 'hot' | 'paged'>

const FOUR = { options: 4, poll_type: 'poll', reason_each: 0 } as const

async function seedAll(on: PoolClient, size: Size): Promise<Seeded> {
  const making: SeededGroup[] = []
  for (let made = 0; made < MAKING_GROUPS; made++) making.push(await seedGroup(on, `making-${made}`, VOTERS))
  const reading = await seedReading(on)
  const crowded = await seedCrowd(on, size)
  const large = await seedGroup(on, 'large', size.large_group)
  const paging = await seedPaging(on)
  await seedOthers(on, size)
  return { making, large, ...reading, ...crowded, ...paging }
}

async function seedReading(on: PoolClient): Promise<Pick<Seeded, 'group' | 'shown' | 'open' | 'mailed'>> {
  const group = await seedGroup(on, 'reading', VOTERS)
  const four = { ...FOUR, voters: VOTERS }
  const shown = await seedPolls(on, group.group_id, { ...four, polls: SHOWN_POLLS, voted: true })
  const open = await seedPolls(on, group.group_id, { ...four, polls: OPEN_POLLS, voted: false })
  const mailed = await seedPolls(on, group.group_id, { ...four, polls: LINKED_POLLS, voted: false })
  return { group, shown, open, mailed }
}

async function seedCrowd(on: PoolClient, { large_poll }: Size): Promise<Pick<Seeded, 'crowd' | 'hot'>> {
  const crowd = await seedGroup(on, 'crowd', large_poll)
  const hot = await seedPolls(on, crowd.group_id, { ...FOUR, polls: 1, voters: large_poll, voted: false })
  return { crowd, hot: hot[0] as SeededPoll }
}

async function seedPaging(on: PoolClient): Promise<Pick<Seeded, 'readers' | 'paged'>> {
  const readers = await seedGroup(on, 'readers', PAGE_READERS)
  const paged = await seedPolls(on, readers.group_id, {
    polls: PAGED_POLLS,
    options: 10,
    voters: PAGE_READERS,
    poll_type: 'score',
    voted: true,
    reason_each: 3,
  })
  return { readers, paged }
}

/** Rows that nobody requests, in the same tables. */
async function seedOthers(on: PoolClient, size: Size): Promise<void> {
  const { members, polls_of_group: polls, voters } = size
  for (let made = 0; made < size.groups; made++) {
    const { group_id } = await seedGroup(on, `other-${made}`, members)
    await seedPolls(on, group_id, { ...FOUR, polls, voters, voted: true })
  }
}

type Keys = Pick<
  Stage,
  'keys' | 'key' | 'api_key_id' | 'large_key' | 'hot_key' | 'hot_api_key_id' | 'paged_key'
>

async function issueKeys(db: Db, { making, group, crowd, large, readers }: Seeded): Promise<Keys> {
  const keys: string[] = []
  for (const one of making) keys.push((await keyOf(db, one.handle)).key)
  const reading = await keyOf(db, group.handle)
  const hot = await keyOf(db, crowd.handle)
  return {
    keys,
    key: reading.key,
    api_key_id: reading.id,
    large_key: (await keyOf(db, large.handle)).key,
    hot_key: hot.key,
    hot_api_key_id: hot.id,
    paged_key: (await keyOf(db, readers.handle)).key,
  }
}

type Secrets = Pick<Stage, 'cookies' | 'secret' | 'secret_a_round'>

/** Signs the readers in, and gives each a ballot in every anonymous poll. */
async function makeSecrets(db: Db, readers: SeededGroup, size: Size): Promise<Secrets> {
  const cookies = await signIn(db, readers)
  const keys = await makeSecretPolls(db, readers, size.secret_polls)
  return {
    cookies,
    secret: keys.flatMap((key) => cookies.map((cookie) => ({ key, cookie }))),
    secret_a_round: Math.floor((keys.length * cookies.length) / ROUNDS_AND_WARMING),
  }
}

async function signIn(db: Db, { user_ids }: SeededGroup): Promise<string[]> {
  const cookies: string[] = []
  for (const user_id of user_ids) {
    const token = await change(db, { kind: 'person', user_id }, (act) => startSession(act, user_id, null))
    cookies.push(`folkmoot_session=${token}`)
  }
  return cookies
}

/** A personal link to each ballot, as stored in its voter's browser after following it. */
async function mintLinks(
  db: Db,
  { group_id, user_ids }: SeededGroup,
  polls: SeededPoll[],
): Promise<Stage['linked']> {
  const link = { purpose: 'ballot', group_id, discussion_id: null, discreet: false } as const
  const linked: Stage['linked'] = []
  for (const { id: poll_id, key } of polls)
    for (const user_id of user_ids) {
      const token = await mintLink(db.pool, { ...link, user_id, poll_id })
      linked.push({ key, cookie: `folkmoot_link=${token}` })
    }
  return linked
}

/** Anonymous polls made through the service, with everything their secrecy needs. Returns their keys. */
async function makeSecretPolls(
  db: Db,
  { group_id, user_ids }: SeededGroup,
  polls: number,
): Promise<string[]> {
  const actor = { kind: 'person', user_id: user_ids[0] ?? 0 } as const
  const ids: number[] = []
  for (let made = 0; made < polls; made++)
    ids.push(await change(db, actor, (act) => startPoll(act, { ...SECRET_POLL, group_id })))
  const { rows } = await db.pool.query<{ key: string }>(
    'select key from polls where id = any ($1) order by id',
    [ids],
  )
  return rows.map(({ key }) => key)
}

const SECRET_POLL: Omit<NewPoll, 'group_id'> = {
  discussion_id: null,
  settings: {
    poll_type: 'proposal',
    title: 'Shall we buy the second mill?',
    details: null,
    details_format: 'md',
    closing_at: new Date('2099-01-01'),
    hide_results: 'until_closed',
    anonymous: true,
    receipts: false,
    open_link: false,
    specified_voters_only: false,
    voter_can_add_options: false,
    shuffle_options: false,
    notify_on_closing_soon: 'nobody',
    min_score: 0,
    max_score: 5,
    dots_per_person: 8,
    minimum_stance_choices: null,
    maximum_stance_choices: null,
    agree_target: null,
    can_respond_maybe: true,
    stance_reason_required: 'disabled',
    quorum_pct: null,
    thresholds: [],
    no_block: false,
    count_method: null,
    seats: 1,
    budget: null,
  },
  options: null,
  recipients: { audience: null, user_ids: [], emails: [], message: null },
  told: 'nobody',
  problems: [],
}
