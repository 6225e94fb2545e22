import { change, type Db, SYSTEM } from '../src/db/db.ts'
import { PERMISSIONS } from '../src/keys/api-key.ts'
import { issueKey } from '../src/keys/issue-key.ts'
import { type NewPoll, startPoll } from '../src/polls/start-poll.ts'
import { startSession } from '../src/users/start-session.ts'
import { type SeededGroup, type SeededPoll, seedGroup, seeding, seedPolls } from './seed.ts'
import { openService, type Service } from './service.ts'

/** The service with data, ready to be measured. */
export type Stage = Service & {
  /** Keys of the groups of 50 in which polls are made. */
  keys: string[]
  /** Of the group in which polls are read and voted on. */
  key: string
  api_key_id: number
  large_key: string
  /** Polls of four options and fifty votes. */
  shown: SeededPoll[]
  /** Polls of four options and fifty ballots, none of them cast, and who holds them. */
  open: SeededPoll[]
  voter_ids: number[]
  /** One poll that everybody in a large group votes on. */
  hot: SeededPoll
  hot_key: string
  hot_api_key_id: number
  hot_voter_ids: number[]
  /** Polls of ten options, a hundred votes and 33 reasons, and members who are signed in. */
  paged: SeededPoll[]
  cookies: string[]
  /** Anonymous ballots that nobody has cast: each is handed out once. */
  secret: { key: string; cookie: string }[]
  /** More than are cast in a round: a second cast of a ballot would be another thing. */
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

/** 1 000 groups, 100 000 people, 50 000 polls, 2 million ballots; or enough of each to measure on. */
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
// Polls are made in many groups at once, as they are where a service is busy.
const MAKING_GROUPS = 32
const VOTERS = 50
const SHOWN_POLLS = 200
const OPEN_POLLS = 100
const PAGE_READERS = 100
const PAGED_POLLS = 60

/** Starts the service in an empty folder, with these options of the command line, and fills it. */
export async function setStage(size: Size, options: string[] = []): Promise<Stage> {
  const { db, ...service } = await openService(options)
  const keyOf = ({ handle }: SeededGroup) =>
    change(db, SYSTEM, (act) =>
      issueKey(act, {
        handle,
        name: 'Bench',
        variant: 'a',
        permissions: [...PERMISSIONS],
        guard: false,
        expires_at: null,
      }),
    )
  const stage = await seeding(db, async (on) => {
    const four = { options: 4, poll_type: 'poll', reason_each: 0 } as const
    const making: SeededGroup[] = []
    for (let made = 0; made < MAKING_GROUPS; made++)
      making.push(await seedGroup(on, `making-${made}`, VOTERS))
    const group = await seedGroup(on, 'reading', VOTERS)
    const shown = await seedPolls(on, group.group_id, {
      ...four,
      polls: SHOWN_POLLS,
      voters: VOTERS,
      voted: true,
    })
    const open = await seedPolls(on, group.group_id, {
      ...four,
      polls: OPEN_POLLS,
      voters: VOTERS,
      voted: false,
    })
    const crowd = await seedGroup(on, 'crowd', size.large_poll)
    const hot = await seedPolls(on, crowd.group_id, {
      ...four,
      polls: 1,
      voters: size.large_poll,
      voted: false,
    })
    const large = await seedGroup(on, 'large', size.large_group)
    const readers = await seedGroup(on, 'readers', PAGE_READERS)
    const paged = await seedPolls(on, readers.group_id, {
      polls: PAGED_POLLS,
      options: 10,
      voters: PAGE_READERS,
      poll_type: 'score',
      voted: true,
      reason_each: 3,
    })
    for (let made = 0; made < size.groups; made++) {
      const { group_id } = await seedGroup(on, `other-${made}`, size.members)
      await seedPolls(on, group_id, {
        ...four,
        polls: size.polls_of_group,
        voters: size.voters,
        voted: true,
      })
    }
    return { making, group, shown, open, crowd, hot: hot[0] as SeededPoll, large, readers, paged }
  })
  const keys: string[] = []
  for (const group of stage.making) keys.push((await keyOf(group)).key)
  const reading = await keyOf(stage.group)
  const hot = await keyOf(stage.crowd)
  const large = await keyOf(stage.large)
  const cookies: string[] = []
  for (const user_id of stage.readers.user_ids) {
    const token = await change(db, { kind: 'person', user_id }, (act) => startSession(act, user_id, null))
    cookies.push(`folkmoot_session=${token}`)
  }
  const secret_keys = await makeSecretPolls(db, stage.readers, size.secret_polls)
  await db.pool.query('vacuum analyze')
  await db.close()
  return {
    ...service,
    keys,
    key: reading.key,
    api_key_id: reading.id,
    large_key: large.key,
    shown: stage.shown,
    open: stage.open,
    voter_ids: stage.group.user_ids,
    hot: stage.hot,
    hot_key: hot.key,
    hot_api_key_id: hot.id,
    hot_voter_ids: stage.crowd.user_ids,
    paged: stage.paged,
    cookies,
    secret: secret_keys.flatMap((key) => cookies.map((cookie) => ({ key, cookie }))),
    secret_a_round: Math.floor((secret_keys.length * cookies.length) / ROUNDS_AND_WARMING),
  }
}

/** Anonymous polls as people make them: what belongs to their secrecy is made with them. Returns their keys. */
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
  },
  options: null,
  recipients: { audience: null, user_ids: [], emails: [], message: null },
  told: 'nobody',
  problems: [],
}
