import { type DemoPoll, type DemoVote, ranks, vote } from './demo-poll.ts'
import { ALL_GUESTS, GRETA, IBRAHIM, JONAS, MEI, OWEN, PRIYA, ROSA, TOM } from './neighbours.ts'

/** The same ballot of several people. */
const each = (people: readonly number[], ...names: string[]): DemoVote[] =>
  people.map((by) => vote(by, ranks(...names)))

const guests = (from: number, to: number): number[] => ALL_GUESTS.slice(from, to)

const [BOARD_ROSA, BOARD_AMARA, BOARD_TOM, BOARD_HANA, BOARD_FELIX, BOARD_GRETA, BOARD_LUCA] = [
  'Rosa Okafor',
  'Amara Diallo',
  'Tom Ashdown',
  'Hana Sato',
  'Felix Moreau',
  'Greta Vogel',
  'Luca Bianchi',
]

/**
 * Rosa has more votes than she needs. Tom has more first choices than Hana, but the voters of those who drop
 * out prefer Hana, who gets the last seat.
 */
export const BOARD: DemoPoll = {
  thread: 'board',
  by: ROSA,
  poll_type: 'ranked_choice',
  title: 'Who sits on the orchard board?',
  details: `Three seats for one year, for Elm Street and Oak Lane together. All seven live in one of the two streets and have said yes.

Rank as many as you like, the best first.`,
  options: [BOARD_TOM, BOARD_AMARA, BOARD_FELIX, BOARD_GRETA, BOARD_HANA, BOARD_LUCA, BOARD_ROSA],
  settings: { count_method: 'stv_scottish', seats: 3, shuffle_options: true },
  guests: true,
  hours: null,
  votes: [
    ...each([ROSA, JONAS, PRIYA, ...guests(4, 7)], BOARD_ROSA, BOARD_AMARA),
    ...each([MEI, ...guests(7, 8)], BOARD_ROSA, BOARD_FELIX, BOARD_HANA),
    ...each([IBRAHIM], BOARD_ROSA, BOARD_GRETA),
    ...each([...guests(0, 1), ...guests(8, 10)], BOARD_AMARA, BOARD_HANA),
    ...each(guests(10, 12), BOARD_AMARA, BOARD_TOM),
    ...each([TOM, OWEN, ...guests(12, 13)], BOARD_TOM, BOARD_ROSA),
    ...each(guests(13, 14), BOARD_TOM),
    ...each([...guests(1, 2), ...guests(14, 15)], BOARD_HANA, BOARD_AMARA),
    ...each(guests(15, 16), BOARD_HANA, BOARD_LUCA),
    ...each(guests(2, 3), BOARD_FELIX, BOARD_HANA),
    ...each([GRETA], BOARD_GRETA, BOARD_AMARA),
    ...each(guests(3, 4), BOARD_LUCA, BOARD_HANA),
  ],
  outcome: {
    by: ROSA,
    statement:
      '**Rosa, Amara and Hana** are the board for a year. Tom keeps the key to the water and comes to the meetings.',
    review: 330,
  },
}

const [PUB, SCHOOL, LIBRARY] = ['The back room of the pub', 'The school hall', 'The reading room']

/** The reading room beats each of the others one against one, but drops out first. */
export const WINTER: DemoPoll = {
  thread: 'winter',
  by: MEI,
  poll_type: 'ranked_choice',
  title: 'Where do we meet in winter?',
  details: 'One place for all five evenings, so that nobody stands in front of the wrong door again.',
  options: [SCHOOL, PUB, LIBRARY],
  settings: { count_method: 'irv' },
  hours: null,
  votes: [
    ...each([MEI, PRIYA, JONAS], SCHOOL, LIBRARY, PUB),
    ...each([TOM, OWEN, IBRAHIM], PUB, LIBRARY, SCHOOL),
    vote(ROSA, ranks(LIBRARY, PUB, SCHOOL), 'It is quiet, and the chairs are good.'),
    vote(GRETA, ranks(LIBRARY, PUB, SCHOOL)),
  ],
  outcome: {
    by: MEI,
    statement:
      'The pub it is. The reading room would have beaten either place on its own: next year we count by Schulze.',
    option: PUB,
  },
}

const [PLAYGROUND, RACKS, BULBS, BOARDS, SEAT, HEDGEHOGS] = [
  'Paint for the playground',
  'Bicycle racks',
  'Bulbs along the kerb',
  'A notice board',
  'A seat by the pond',
  'Gaps for hedgehogs',
]

/** By sums the playground would take nearly half, and what the smaller group wants would get little. */
export const WORKS: DemoPoll = {
  thread: 'works',
  by: IBRAHIM,
  poll_type: 'dot_vote',
  title: 'What do we do with the £900 for small works?',
  details: 'Ten dots each. Everybody decides on an equal share of the money, £112.50.',
  options: [PLAYGROUND, RACKS, BULBS, BOARDS, SEAT, HEDGEHOGS],
  settings: { count_method: 'equal_shares', budget: 900, dots_per_person: 10 },
  option_costs: {
    [PLAYGROUND]: 420,
    [RACKS]: 300,
    [BULBS]: 130,
    [BOARDS]: 90,
    [SEAT]: 200,
    [HEDGEHOGS]: 60,
  },
  hours: null,
  votes: [
    vote(MEI, { [PLAYGROUND]: 6, [RACKS]: 4 }, 'The paint comes off on the children’s hands.'),
    vote(PRIYA, { [PLAYGROUND]: 5, [RACKS]: 5 }),
    vote(JONAS, { [PLAYGROUND]: 6, [RACKS]: 3, [SEAT]: 1 }),
    vote(TOM, { [PLAYGROUND]: 5, [RACKS]: 4, [BOARDS]: 1 }),
    vote(OWEN, { [PLAYGROUND]: 4, [RACKS]: 5, [SEAT]: 1 }),
    vote(GRETA, { [BULBS]: 6, [HEDGEHOGS]: 4 }, 'Two bricks out of each wall: that is all a hedgehog needs.'),
    vote(ROSA, { [BULBS]: 5, [BOARDS]: 3, [HEDGEHOGS]: 2 }),
    vote(IBRAHIM, { [RACKS]: 1, [BULBS]: 4, [SEAT]: 2, [HEDGEHOGS]: 3 }),
  ],
  outcome: {
    by: IBRAHIM,
    statement:
      'Racks, bulbs, the notice board, the seat and the hedgehogs: £780. The £120 left go towards paint next year.',
  },
}
