import { GRETA, IBRAHIM, JONAS, MEI, OWEN, PRIYA, ROSA, TOM } from './neighbours.ts'

/** `to`: the index of the comment it replies to. */
export type DemoComment = { by: number; text: string; to?: number }

export type DemoThread = {
  /** Its polls refer to it by this name. */
  name: string
  by: number
  title: string
  text: string
  tags: readonly string[]
  /** How long ago it started. */
  hours: number
  comments: readonly DemoComment[]
  /** It takes no more comments. */
  closed?: true
}

export const THREADS: readonly DemoThread[] = [
  {
    name: 'lot',
    by: ROSA,
    title: 'What becomes of the corner lot',
    tags: ['Corner lot', 'Money'],
    hours: 19 * 24,
    text: `The council has answered: we may lease the corner lot for **£1 a year, five years at a time**. They want to know by the end of the month whether we take it.

What comes with it:

* we keep the pavement side clear and the hedge below 1.2 m
* insurance is ours to find (Tom asked around: about £90 a year)
* water from the standpipe, metered

I would love a garden there. But it is work, every week, for years, so let us say honestly what we would do ourselves.`,
    comments: [
      {
        by: TOM,
        text: 'The £90 is with the allotment society’s group policy. It covers up to 30 helpers and one open day a year.',
      },
      {
        by: GRETA,
        text: 'I am for it and I can take Tuesdays. What worries me is August, when half the street is away and the beans need water every evening.',
      },
      {
        by: JONAS,
        to: 1,
        text: 'A rota with pairs would help: two households a week, eleven households have said they would join. That is one week in five or six.',
      },
      { by: GRETA, to: 1, text: 'One week in six I can promise, August included.' },
      {
        by: MEI,
        text: 'Could a strip along the wall stay *without* beds? The children from 14 to 20 have nowhere else to kick a ball.',
      },
      {
        by: ROSA,
        to: 4,
        text: 'Good point, Mei. I have drawn the wall strip as grass, three metres wide. The proposal below says so.',
      },
      {
        by: OWEN,
        text: 'Before anything grows there: eleven bags of bottles, one bath. I have a trailer from 10 o’clock on.',
      },
    ],
  },
  {
    name: 'money',
    by: PRIYA,
    title: 'The £1,240 left from the street party',
    tags: ['Money', 'Street party'],
    hours: 8 * 24,
    text: `After the hire of the tables and the band we have **£1,240** left. It has to be spent on the street by March, or it goes back to the fund.

Ideas so far came in at the tea table. I have put prices to them where I could get any.`,
    comments: [
      {
        by: OWEN,
        text: 'The bench by the bus stop: £310 delivered, and I would set the feet in concrete myself.',
      },
      {
        by: IBRAHIM,
        text: 'Please let us not buy a second gazebo. The first one lives in my hall eleven months of the year.',
      },
      {
        by: GRETA,
        text: 'The lights on the footpath are the council’s duty. I have written to them twice; I would rather write a third time than pay for it.',
      },
      {
        by: PRIYA,
        to: 2,
        text: 'Noted, Greta. I leave the lights in the list so that we can see how many want them at all.',
      },
    ],
  },
  {
    name: 'tools',
    by: JONAS,
    title: 'Opening hours of the tool library',
    tags: ['Tool library'],
    hours: 5 * 24,
    text: `The shed is dry, the shelves are up, and 61 tools have a number. What is missing is **when somebody is there**.

My suggestion: Saturdays from 10 to 12, and one evening in the week. Two people each time, so that nobody sits there alone.`,
    comments: [
      { by: MEI, text: 'Saturday suits me every second week. I cannot do evenings before eight.' },
      {
        by: JONAS,
        to: 0,
        text: 'Then I take the Saturdays between yours. For the evening: who else has a key to the yard?',
      },
      {
        by: OWEN,
        text: 'I would open on Wednesdays after work. The hedge trimmer goes out with ear protectors or not at all, please.',
      },
    ],
  },
  {
    name: 'board',
    by: ROSA,
    title: 'A board for the old orchard, with Oak Lane',
    tags: [],
    hours: 47 * 24,
    text: `The old orchard lies between the streets: Oak Lane has the gate, we have the water. So we look after it **together**. That needs three people who decide between the meetings.

Everybody in both streets has a vote. We elect by **single transferable vote**, so that no street and no friendship takes all three seats.`,
    comments: [
      { by: TOM, text: 'I stand. I have the key to the water anyway.' },
      { by: GRETA, text: 'Put me down as well, but I shall not cry if it is somebody else.' },
      {
        by: OWEN,
        text: 'How is this counted? At the allotments we had three votes each, and one family got everything.',
      },
      {
        by: ROSA,
        to: 2,
        text: 'You have one vote, and you rank. If your first choice does not need it, or drops out, it passes to your next. The result page will show every step.',
      },
    ],
  },
  {
    name: 'winter',
    by: MEI,
    title: 'A place for the winter meetings',
    tags: [],
    hours: 36 * 24,
    text: 'From November to March we need a roof. Three places would have us: the school hall (free, cold), the back room of the pub (warm, loud) and the reading room of the library (£8 an evening).',
    comments: [
      {
        by: PRIYA,
        text: 'Last year the children did their homework in the hall while we talked. I liked that.',
      },
      { by: OWEN, text: 'Nobody has ever left the pub before the end of a meeting.' },
      { by: ROSA, text: 'The reading room closes at nine. So would we.' },
    ],
  },
  {
    name: 'works',
    by: IBRAHIM,
    title: 'The council’s £900 for small works',
    tags: ['Money'],
    hours: 15 * 24,
    text: `The council gives each street **£900** a year for small works. Whatever we choose has to be finished by the summer.

The prices are from the depot. I suggest that we count by equal shares: everybody has the same part of the money, and what enough people want gets paid from theirs.`,
    comments: [
      { by: MEI, text: 'Paint for the playground is £420 because it has to be the kind one can lick.' },
      { by: GRETA, to: 0, text: 'And for £60 every garden gets a gap for hedgehogs. I only mention it.' },
    ],
  },
  {
    name: 'council',
    by: IBRAHIM,
    title: 'Somebody to speak for us at the ward meeting',
    tags: [],
    hours: 26 * 24,
    text: `The ward meeting gives each street association ten minutes, four times a year. Rosa has done it for three years and would like to hand it on.

Three of us are ready to do it. Since they all live here, the vote is **anonymous**.`,
    comments: [
      {
        by: ROSA,
        text: 'Thank you for three good years. I will hand over the folder, and come along the first time.',
      },
      { by: TOM, text: 'Whoever it is: the 20 mph question is on the agenda again in the spring.' },
      { by: MEI, to: 1, text: 'I have the figures of the school run for that, 212 cars in one hour.' },
    ],
  },
  {
    name: 'party',
    by: MEI,
    title: 'What we keep from this year’s street party',
    tags: ['Street party'],
    hours: 61 * 24,
    closed: true,
    text: `The chairs are back, the band is paid, and **140 people** came. Before we forget: what do we do again next June, and what not?`,
    comments: [
      { by: TOM, text: 'The long table. People stayed until eleven, and the far end met the near end.' },
      { by: PRIYA, text: 'The tombola made £310 of the £1,240, with two people at the stall all day.' },
      { by: IBRAHIM, to: 1, text: 'One of them was me. I would do it again, with a chair.' },
    ],
  },
]
