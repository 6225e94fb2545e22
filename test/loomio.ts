import {
  choiceRecord,
  commentRecord,
  discussionRecord,
  type Entry,
  groupRecord,
  membershipRecord,
  optionRecord,
  outcomeRecord,
  pollRecord,
  stanceRecord,
  timeOf,
  userRecord,
} from './loomio-records.ts'

/**
 * Makes whole exports of Loomio. Two layouts are public: `topics`, of 2026, and `discussions`, of the years before.
 */

export type Layout = 'topics' | 'discussions'

export const POLL_TYPES = [
  'proposal',
  'check',
  'count',
  'poll',
  'question',
  'dot_vote',
  'score',
  'ranked_choice',
  'stv',
  'meeting',
] as const
export type LoomioType = (typeof POLL_TYPES)[number]

type Wish = { layout?: Layout; people?: number; threads?: number; comments?: number; rounds?: number }

const MEETING_TIMES = ['2024-05-01T17:00:00.000Z', '2024-05-02T17:00:00.000Z', '2024-05-03']

type Kind = { options: [name: string, icon: string | null][]; settings?: Record<string, unknown> }

const KINDS: Record<LoomioType, Kind> = {
  proposal: {
    options: [
      ['Agree', 'agree'],
      ['Abstain', 'abstain'],
      ['Disagree', 'disagree'],
    ],
  },
  check: {
    options: [
      ['Looks good', 'agree'],
      ['Not sure', 'abstain'],
      ['Concerned', 'disagree'],
    ],
  },
  count: {
    options: [
      ['accept', 'agree'],
      ['decline', 'disagree'],
    ],
    settings: { agree_target: 4 },
  },
  poll: {
    options: [
      ['Tea', null],
      ['Coffee', null],
      ['Water', null],
    ],
    settings: { maximum_stance_choices: 2 },
  },
  question: { options: [] },
  dot_vote: {
    options: [
      ['Path', null],
      ['Fence', null],
      ['Bench', null],
    ],
    settings: { dots_per_person: 8 },
  },
  score: {
    options: [
      ['Oak', null],
      ['Ash', null],
    ],
    settings: { min_score: 0, max_score: 9 },
  },
  ranked_choice: {
    options: [
      ['North', null],
      ['South', null],
      ['West', null],
    ],
    settings: { minimum_stance_choices: 3 },
  },
  stv: {
    options: [
      ['Rata', null],
      ['Tui', null],
      ['Kea', null],
    ],
    settings: { stv_seats: 2, stv_method: 'scottish', stv_quota: 'droop', minimum_stance_choices: 1 },
  },
  meeting: { options: MEETING_TIMES.map((time) => [time, null]), settings: { can_respond_maybe: true } },
}

/** The scores of the n-th voter for the options of a poll, as Loomio stores them. */
function scoresFor(type: LoomioType, voter: number, options: number): [option: number, score: number][] {
  const turned = Array.from({ length: options }, (_, place) => (place + voter) % options)
  switch (type) {
    case 'question':
      return []
    case 'proposal':
    case 'check':
    case 'count':
      return [[voter % options, 1]]
    case 'poll':
      return turned.slice(0, 2).map((option) => [option, 1])
    case 'dot_vote':
      return turned.map((option, place) => [option, [5, 3, 0][place] ?? 0])
    case 'score':
      return turned.map((option, place) => [option, 9 - place * 2])
    case 'ranked_choice':
      return turned.map((option, place) => [option, options - place])
    case 'stv':
      return turned.map((option, place) => [option, place + 1])
    case 'meeting':
      return turned.map((option, place) => [option, [2, 1, 0][place] ?? 0])
  }
}

/** A whole export. `rounds`: so many polls of every type; each second one is anonymous where the type allows it. */
export function makeExport({
  layout = 'topics',
  people = 12,
  threads = 200,
  comments = 5000,
  rounds = 3,
}: Wish = {}): Entry[] {
  const range = (length: number) => Array.from({ length }, (_, place) => place + 1)
  const topics: Entry[] = []
  const topicFor = (type: 'Discussion' | 'Poll', id: number, group_id: number): Record<string, unknown> => {
    if (layout === 'discussions') return { group_id }
    const topic = topics.length + 1
    const times = { created_at: timeOf(10), updated_at: timeOf(10), locked_at: null }
    topics.push({
      table: 'topics',
      record: {
        id: topic,
        topicable_type: type,
        topicable_id: id,
        group_id,
        private: true,
        tags: [],
        ...times,
      },
    })
    return { topic_id: topic }
  }
  const groupOf = (thread: number) => (thread % 4 === 0 ? 2 : 1)
  const discussions = range(threads).map((id) =>
    discussionRecord(id, {
      author_id: 1 + (id % people),
      ...(id % 7 === 0 ? { tags: ['shore', 'money'] } : {}),
      ...topicFor('Discussion', id, groupOf(id)),
    }),
  )
  return [
    groupRecord(1),
    groupRecord(2, { name: 'Dunes', parent_id: 1, handle: 'tide-1-dunes' }),
    ...range(people).map((id) => userRecord(id)),
    { table: 'tags', record: { id: 1, group_id: 1, name: 'shore', color: '#abcdef' } },
    {
      table: 'reactions',
      record: { id: 1, reactable_type: 'Comment', reactable_id: 1, user_id: 2, reaction: '+1' },
    },
    ...range(people).flatMap((id) => [
      membershipRecord(id, { user_id: id, admin: id === 1 }),
      ...(id % 2 === 1 ? [membershipRecord(100 + id, { user_id: id, group_id: 2, admin: id === 1 })] : []),
    ]),
    ...discussions,
    ...pollsOf({ layout, people, threads, rounds, topicFor, groupOf }),
    ...topics,
    ...range(comments).map((id) => commentOf(id, { layout, people, threads, comments })),
  ]
}

type Given = Required<Omit<Wish, 'comments'>> & {
  topicFor: (type: 'Discussion' | 'Poll', id: number, group_id: number) => Record<string, unknown>
  groupOf: (thread: number) => number
}

const PER_POLL = 10

function pollsOf({ layout, people, threads, rounds, topicFor, groupOf }: Given): Entry[] {
  const made: Entry[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [place, type] of POLL_TYPES.entries()) {
      const id = round * POLL_TYPES.length + place + 1
      const thread = 1 + (id % threads)
      const anonymous = round % 2 === 1 && !['question', 'count', 'meeting'].includes(type)
      const open = round === 2 && place % 3 === 0
      const stand_alone = round === 2 && place % 3 === 1
      const where = stand_alone
        ? topicFor('Poll', id, 1)
        : layout === 'topics'
          ? { topic_id: thread }
          : { discussion_id: thread, group_id: groupOf(thread) }
      made.push(
        pollRecord(id, {
          poll_type: type,
          anonymous,
          ...KINDS[type].settings,
          ...where,
          ...(open ? { closed_at: null, closing_at: '2999-01-01T00:00:00.000Z' } : {}),
        }),
        ...optionsOf(id, type),
        ...votesOf(id, type, { layout, people, anonymous }),
        ...(open ? [] : [outcomeRecord(id)]),
      )
    }
  }
  return made
}

function optionsOf(poll: number, type: LoomioType): Entry[] {
  return KINDS[type].options.map(([name, icon], place) =>
    optionRecord(poll * PER_POLL + place, poll, name, { icon, priority: place }),
  )
}

type Voting = { layout: Layout; people: number; anonymous: boolean }

/** All people but the last vote. */
function votesOf(poll: number, type: LoomioType, { layout, people, anonymous }: Voting): Entry[] {
  const detached = anonymous && layout === 'topics'
  return Array.from({ length: people }, (_, voter): Entry[] => {
    const id = poll * 100 + voter
    const voted = voter < people - 1
    const scores = voted ? scoresFor(type, voter, KINDS[type].options.length) : []
    const choices = scores.map(([option, score]) => ({ poll_option_id: poll * PER_POLL + option, score }))
    if (detached) {
      const ballot = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
      const record = {
        id,
        poll_id: poll,
        voter_id: voter + 1,
        inviter_id: 1,
        ballot_submitted: voted,
        group_member: true,
      }
      return [
        { table: 'anonymous_poll_voters', record },
        ...(voted
          ? [{ table: 'anonymous_ballots', record: { id: ballot, poll_id: poll, none_of_the_above: false } }]
          : []),
        ...choices.map((choice) => ({
          table: 'anonymous_ballot_choices',
          record: { anonymous_ballot_id: ballot, ...choice },
        })),
      ]
    }
    const reason = voter === 0 || type === 'question' ? `<p>Because of ${voter}.</p>` : null
    return [
      stanceRecord(id, {
        poll_id: poll,
        participant_id: voter + 1,
        reason: voted ? reason : null,
        cast_at: voted ? timeOf(2000 + voter) : null,
      }),
      ...choices.map(({ poll_option_id, score }, place) =>
        choiceRecord(id * PER_POLL + place, id, poll_option_id, score),
      ),
    ]
  }).flat()
}

/** Every third comment is a reply, and every ninth a reply to a reply. */
function commentOf(
  id: number,
  {
    layout,
    people,
    threads,
    comments,
  }: { layout: Layout; people: number; threads: number; comments: number },
): Entry {
  const per = Math.max(1, Math.floor(comments / threads))
  const thread = 1 + Math.min(threads - 1, Math.floor((id - 1) / per))
  const first = (id - 1) % per === 0
  const parent = !first && id % 3 === 0 ? { parent_type: 'Comment', parent_id: id - 1 } : null
  const deeper =
    !first && id % 9 === 1 && (id - 1) % per > 1 ? { parent_type: 'Comment', parent_id: id - 1 } : null
  return commentRecord(id, {
    user_id: 1 + (id % people),
    ...(deeper ?? parent ?? { parent_type: 'Discussion', parent_id: thread }),
    ...(layout === 'discussions' ? { discussion_id: thread } : {}),
  })
}
