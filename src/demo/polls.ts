import { type DemoPoll, ranks, vote } from './demo-poll.ts'
import { BOARD, WINTER, WORKS } from './elections.ts'
import { GRETA, IBRAHIM, JONAS, MEI, OWEN, PRIYA, ROSA, TOM } from './neighbours.ts'

const [BENCH, TREES, LIGHTS, LIBRARY] = [
  'A bench by the bus stop',
  'Two fruit trees',
  'Lights on the footpath',
  'A book exchange',
]
const [TABLE, TOMBOLA, BAND, GAZEBO] = ['One long table', 'The tombola', 'A band', 'A gazebo']
const [HERBS, POTATOES, FLOWERS, BERRIES] = [
  'Herbs by the gate',
  'Potatoes and beans',
  'Flowers for bees',
  'Currants along the hedge',
]

/** Polls of every kind, open and closed, oldest first; one closed poll has no outcome yet. */
export function demoPolls(now: Date): DemoPoll[] {
  return [
    PARTY,
    BOARD,
    WINTER,
    SPEAKER,
    DEPUTY,
    LEASE,
    clearing(mornings(now)),
    WORKS,
    PLANTING,
    PRICED,
    MONEY,
    SHED,
    numbering(evenings(now)),
  ]
}

const PARTY: DemoPoll = {
  thread: 'party',
  by: MEI,
  poll_type: 'score',
  title: 'What do we do again next June?',
  details: '0 means “never again”, 5 means “it would be no party without it”.',
  options: [TABLE, TOMBOLA, BAND, GAZEBO],
  settings: { min_score: 0, max_score: 5 },
  hours: null,
  votes: [
    vote(MEI, { [TABLE]: 5, [TOMBOLA]: 3, [BAND]: 4, [GAZEBO]: 1 }),
    vote(TOM, { [TABLE]: 5, [TOMBOLA]: 4, [BAND]: 2, [GAZEBO]: 2 }, 'The band was good. And loud.'),
    vote(PRIYA, { [TABLE]: 4, [TOMBOLA]: 5, [BAND]: 3, [GAZEBO]: 2 }),
    vote(IBRAHIM, { [TABLE]: 5, [TOMBOLA]: 4, [BAND]: 4, [GAZEBO]: 0 }),
    vote(GRETA, { [TABLE]: 4, [TOMBOLA]: 2, [BAND]: 3, [GAZEBO]: 1 }),
  ],
  outcome: {
    by: MEI,
    statement: 'The long table and the tombola come first; a band if there is money. The gazebo is sold.',
    option: TABLE,
  },
}

const SPEAKER: DemoPoll = {
  thread: 'council',
  by: IBRAHIM,
  poll_type: 'poll',
  title: 'Who speaks for us at the ward meeting?',
  details: 'For one year, from the next meeting on. Choose one.',
  options: ['Mei Castellanos', 'Owen Pryce', 'Tom Ashdown'],
  settings: { anonymous: true, hide_results: 'until_closed' },
  hours: null,
  votes: [ROSA, JONAS, PRIYA, IBRAHIM]
    .map((by) => vote(by, { 'Mei Castellanos': 1 }))
    .concat([TOM, GRETA].map((by) => vote(by, { 'Tom Ashdown': 1 })))
    .concat([vote(OWEN, { 'Owen Pryce': 1 })]),
  outcome: {
    by: IBRAHIM,
    statement: '**Mei** speaks for us from the next meeting on. Rosa hands over the folder on Thursday.',
    option: 'Mei Castellanos',
    review: 365,
  },
}

/** Its voters got receipts: its page shows how a result is checked. */
const DEPUTY: DemoPoll = {
  thread: 'council',
  by: IBRAHIM,
  poll_type: 'poll',
  title: 'Who stands in for Mei when she is away?',
  details:
    'Choose one. You get a receipt after voting: save it. When voting has closed, you can check with it that your ballot was counted as you cast it.',
  options: ['Owen Pryce', 'Tom Ashdown', 'Priya Raman'],
  settings: { anonymous: true, receipts: true, hide_results: 'until_closed' },
  hours: null,
  votes: [MEI, ROSA, JONAS, GRETA]
    .map((by) => vote(by, { 'Priya Raman': 1 }))
    .concat([IBRAHIM, TOM].map((by) => vote(by, { 'Tom Ashdown': 1 })))
    .concat([OWEN, PRIYA].map((by) => vote(by, { 'Owen Pryce': 1 }))),
  outcome: {
    by: IBRAHIM,
    statement:
      '**Priya** stands in for Mei. To check the count yourself: “Check this result” on the page of the poll.',
    option: 'Priya Raman',
  },
}

const LEASE: DemoPoll = {
  thread: 'lot',
  by: ROSA,
  poll_type: 'proposal',
  title: 'We lease the corner lot for five years',
  details: `We sign for five years, find the insurance (about £90 a year), keep a grass strip three metres wide along the wall, and begin with a rota of eleven households.

If you **disagree**, say what would have to change. **Block** only if you would rather leave the group than see this happen.`,
  options: ['agree', 'abstain', 'disagree', 'block'],
  settings: {
    quorum_pct: 50,
    thresholds: [{ option: 'agree', percent: 66.66, of: 'cast', at: 'least' }],
    no_block: true,
  },
  hours: null,
  votes: [
    vote(ROSA, { agree: 1 }, 'I have wanted this for six years.'),
    vote(JONAS, { agree: 1 }, 'With the rota it is one week in five. That I can do.'),
    vote(PRIYA, { agree: 1 }),
    vote(TOM, { agree: 1 }, 'Insurance is settled, and the hedge is no work.'),
    vote(MEI, { agree: 1 }, 'Thank you for the grass strip.'),
    vote(IBRAHIM, { abstain: 1 }, 'I am away too much to promise weeks. Happy to lend the barrow.'),
    vote(
      GRETA,
      { disagree: 1 },
      'Three years first, please: we do not know who will still live here in five.',
    ),
    vote(OWEN, { agree: 1 }),
  ],
  outcome: {
    by: ROSA,
    statement:
      'We take the lot for **five years**. Rosa signs on Monday; after a summer we look at it again.',
    review: 300,
  },
}

function clearing([saturday, sunday]: [string, string]): DemoPoll {
  return {
    thread: 'lot',
    by: OWEN,
    poll_type: 'meeting',
    title: 'When do we clear the lot?',
    details: 'Three hours, gloves and a barrow if you have one. Coffee from number 12.',
    options: [saturday, sunday],
    settings: { can_respond_maybe: true },
    hours: null,
    votes: [
      vote(OWEN, { [saturday]: 2, [sunday]: 1 }),
      vote(ROSA, { [saturday]: 2, [sunday]: 0 }),
      vote(JONAS, { [saturday]: 2, [sunday]: 2 }),
      vote(GRETA, { [saturday]: 1, [sunday]: 2 }),
      vote(TOM, { [saturday]: 2, [sunday]: 0 }, 'On Saturday I can bring the trailer.'),
    ],
    outcome: { by: OWEN, statement: 'Saturday it is. Bottles first, the bath last.', option: saturday },
  }
}

const PLANTING: DemoPoll = {
  thread: 'lot',
  by: GRETA,
  poll_type: 'score',
  title: 'What shall we plant first?',
  details: 'Give each idea a score: 0 means “not with me”, 5 means “I will be there with a spade”.',
  options: [HERBS, POTATOES, FLOWERS, BERRIES],
  settings: { min_score: 0, max_score: 5 },
  hours: 6 * 24 + 5,
  votes: [
    vote(GRETA, { [HERBS]: 4, [POTATOES]: 2, [FLOWERS]: 5, [BERRIES]: 4 }),
    vote(
      JONAS,
      { [HERBS]: 3, [POTATOES]: 5, [FLOWERS]: 2, [BERRIES]: 3 },
      'Potatoes loosen new ground better than anything.',
    ),
    vote(MEI, { [HERBS]: 5, [POTATOES]: 3, [FLOWERS]: 4, [BERRIES]: 5 }),
    vote(OWEN, { [HERBS]: 2, [POTATOES]: 4, [FLOWERS]: 3, [BERRIES]: 4 }),
  ],
}

const PRICED: DemoPoll = {
  thread: 'money',
  by: PRIYA,
  poll_type: 'ranked_choice',
  title: 'Which idea gets a price and a plan first?',
  details: 'Rank all four. The one at the top gets a written plan from Priya and Owen by the next meeting.',
  options: [BENCH, TREES, LIGHTS, LIBRARY],
  hours: null,
  votes: [
    vote(OWEN, ranks(BENCH, TREES, LIBRARY, LIGHTS)),
    vote(PRIYA, ranks(TREES, BENCH, LIBRARY, LIGHTS)),
    vote(GRETA, ranks(TREES, LIBRARY, BENCH, LIGHTS)),
    vote(IBRAHIM, ranks(BENCH, LIBRARY, TREES, LIGHTS)),
    vote(MEI, ranks(LIBRARY, TREES, BENCH, LIGHTS)),
    vote(TOM, ranks(LIGHTS, BENCH, TREES, LIBRARY)),
  ],
}

const MONEY: DemoPoll = {
  thread: 'money',
  by: PRIYA,
  poll_type: 'dot_vote',
  title: 'How do we share out the £1,240?',
  details:
    'You have eight dots, about £155 each. Put them where you would spend them; all on one thing is fine.',
  options: [BENCH, TREES, LIGHTS, LIBRARY],
  settings: { dots_per_person: 8 },
  hours: 2 * 24 + 7,
  votes: [
    vote(PRIYA, { [TREES]: 4, [BENCH]: 2, [LIBRARY]: 2 }),
    vote(OWEN, { [BENCH]: 6, [LIBRARY]: 2 }),
    vote(TOM, { [LIGHTS]: 5, [BENCH]: 3 }, 'It is very dark by number 9.'),
  ],
}

const SHED: DemoPoll = {
  thread: 'tools',
  by: JONAS,
  poll_type: 'count',
  title: 'I can keep the shed one Saturday a month',
  details: 'We need eight people, so that everyone has one Saturday in four weeks, in pairs.',
  options: null,
  settings: { agree_target: 8 },
  hours: 30,
  votes: [
    vote(JONAS, { accept: 1 }),
    vote(MEI, { accept: 1 }, 'Every second Saturday, even.'),
    vote(OWEN, { accept: 1 }),
    vote(IBRAHIM, { decline: 1 }, 'I travel at weekends until May.'),
    vote(ROSA, { accept: 1 }),
  ],
}

function numbering([first, second, third]: [string, string, string]): DemoPoll {
  return {
    thread: 'tools',
    by: JONAS,
    poll_type: 'meeting',
    title: 'When do we number the last tools?',
    details: 'Two hours, in the shed. There will be soup.',
    options: [first, second, third],
    settings: { can_respond_maybe: true },
    hours: 3 * 24 + 2,
    votes: [
      vote(JONAS, { [first]: 2, [second]: 2, [third]: 1 }),
      vote(OWEN, { [first]: 0, [second]: 2, [third]: 2 }),
      vote(MEI, { [first]: 0, [second]: 1, [third]: 2 }),
      vote(TOM, { [first]: 2, [second]: 2, [third]: 0 }),
    ],
  }
}

const DAY_MS = 24 * 3_600_000

/** Three evenings at six (UTC), some days ahead. */
function evenings(now: Date): [string, string, string] {
  return [at(now, 6, 18), at(now, 8, 18), at(now, 13, 18)]
}

/** The mornings at ten (UTC) of a Saturday and its Sunday, a week or more ahead. */
function mornings(now: Date): [string, string] {
  const days = 7 + ((6 - now.getUTCDay() + 7) % 7)
  return [at(now, days, 10), at(now, days + 1, 10)]
}

function at(now: Date, days: number, hour: number): string {
  return `${new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)}T${hour}:00:00Z`
}
