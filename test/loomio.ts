/**
 * Makes exports as Loomio's group pages offer them: one JSON object a line, {"table", "record"}, its records with
 * the columns of Loomio's tables. Two layouts are public: `topics`, of 2026, and `discussions`, of the years before.
 */

export type Layout = 'topics' | 'discussions'
export type Entry = { table: string; record: Record<string, unknown> }

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

const START = Date.parse('2024-03-01T09:00:00Z')
const MINUTE = 60_000

/** The time of the n-th thing that happens. */
const timeOf = (place: number) => new Date(START + place * MINUTE).toISOString()

/** Public keys there: eight letters and digits. */
export const keyOf = (kind: string, id: number) => `${kind}${id.toString(36).padStart(7, '0')}`

export const lines = (entries: Entry[]): string =>
  entries.map(({ table, record }) => `${JSON.stringify({ table, record })}\n`).join('')

/** A source as `importLoomio` reads it. */
export function sourceOf(text: string, chunk = 64 * 1024) {
  const bytes = Buffer.from(text)
  return {
    size: bytes.length,
    open: async function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
    },
  }
}

export function userRecord(id: number, more: Record<string, unknown> = {}): Entry {
  return {
    table: 'users',
    record: {
      id,
      email: `person${id}@tide.example`,
      name: `Person ${id}`,
      username: `person${id}`,
      key: keyOf('u', id),
      created_at: timeOf(0),
      updated_at: timeOf(0),
      deactivated_at: null,
      is_admin: false,
      avatar_kind: 'initials',
      time_zone: 'Pacific/Auckland',
      selected_locale: null,
      detected_locale: 'en',
      email_verified: true,
      bot: false,
      short_bio: '',
      short_bio_format: 'md',
      attachments: [],
      link_previews: [],
      experiences: {},
      ...more,
    },
  }
}

export function groupRecord(id: number, more: Record<string, unknown> = {}): Entry {
  return {
    table: 'groups',
    record: {
      id,
      name: `Tide ${id}`,
      full_name: `Tide ${id}`,
      handle: `tide-${id}`,
      key: keyOf('g', id),
      parent_id: null,
      creator_id: 1,
      description: '<p>We look after the <strong>shore</strong>.</p>',
      description_format: 'html',
      is_visible_to_public: false,
      archived_at: null,
      created_at: timeOf(0),
      updated_at: timeOf(0),
      memberships_count: 0,
      polls_count: 0,
      attachments: [],
      ...more,
    },
  }
}

export function membershipRecord(id: number, more: Record<string, unknown>): Entry {
  return {
    table: 'memberships',
    record: {
      id,
      group_id: 1,
      user_id: 1,
      inviter_id: 1,
      admin: false,
      title: null,
      accepted_at: timeOf(1),
      revoked_at: null,
      created_at: timeOf(1),
      updated_at: timeOf(1),
      volume: 2,
      ...more,
    },
  }
}

export function discussionRecord(id: number, more: Record<string, unknown> = {}): Entry {
  return {
    table: 'discussions',
    record: {
      id,
      author_id: 1,
      title: `Thread ${id}`,
      description: `What about *this*, number ${id}?`,
      description_format: 'md',
      key: keyOf('d', id),
      private: true,
      discarded_at: null,
      created_at: timeOf(10 + id),
      updated_at: timeOf(10 + id),
      tags: [],
      attachments: [],
      ...more,
    },
  }
}

export function commentRecord(id: number, more: Record<string, unknown> = {}): Entry {
  return {
    table: 'comments',
    record: {
      id,
      user_id: 1,
      body: `<p>Comment <em>${id}</em></p>`,
      body_format: 'html',
      parent_type: 'Discussion',
      parent_id: 1,
      discarded_at: null,
      discarded_by: null,
      edited_at: null,
      created_at: timeOf(1000 + id),
      updated_at: timeOf(1000 + id),
      attachments: [],
      ...more,
    },
  }
}

export function pollRecord(id: number, more: Record<string, unknown> = {}): Entry {
  return {
    table: 'polls',
    record: {
      id,
      author_id: 1,
      title: `Poll ${id}`,
      details: '<p>Why we ask.</p>',
      details_format: 'html',
      key: keyOf('p', id),
      poll_type: 'proposal',
      anonymous: false,
      hide_results: 'off',
      stance_reason_required: 'optional',
      notify_on_closing_soon: 'undecided_voters',
      specified_voters_only: false,
      voter_can_add_options: false,
      shuffle_options: false,
      multiple_choice: false,
      custom_fields: {},
      min_score: null,
      max_score: null,
      minimum_stance_choices: null,
      maximum_stance_choices: null,
      dots_per_person: null,
      agree_target: null,
      created_at: timeOf(500 + id),
      updated_at: timeOf(500 + id),
      closing_at: timeOf(9000 + id),
      closed_at: timeOf(9000 + id),
      discarded_at: null,
      stance_counts: [],
      voters_count: 0,
      tags: [],
      ...more,
    },
  }
}

export function optionRecord(
  id: number,
  poll_id: number,
  name: string,
  more: Record<string, unknown> = {},
): Entry {
  const rest = { icon: null, meaning: null, prompt: null, priority: id, total_score: 0, voter_scores: {} }
  return { table: 'poll_options', record: { id, poll_id, name, ...rest, ...more } }
}

export function stanceRecord(id: number, more: Record<string, unknown>): Entry {
  return {
    table: 'stances',
    record: {
      id,
      poll_id: 1,
      participant_id: 1,
      inviter_id: 1,
      reason: null,
      reason_format: 'html',
      latest: true,
      cast_at: timeOf(2000 + id),
      revoked_at: null,
      created_at: timeOf(2000),
      updated_at: timeOf(2000 + id),
      option_scores: {},
      ...more,
    },
  }
}

export const choiceRecord = (id: number, stance_id: number, poll_option_id: number, score = 1): Entry => ({
  table: 'stance_choices',
  record: { id, stance_id, poll_option_id, score, created_at: timeOf(2000), updated_at: timeOf(2000) },
})

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

export function outcomeRecord(id: number, more: Record<string, unknown> = {}): Entry {
  const written = { statement: '<p>We <strong>do</strong> it.</p>', statement_format: 'html' }
  const times = { created_at: timeOf(9500 + id), updated_at: timeOf(9500 + id), review_on: null }
  return {
    table: 'outcomes',
    record: {
      id,
      poll_id: id,
      author_id: 1,
      latest: true,
      poll_option_id: null,
      ...written,
      ...times,
      ...more,
    },
  }
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
