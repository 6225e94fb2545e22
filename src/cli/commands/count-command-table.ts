import { METHODS } from '@folkmoot/count'
import { type Command, JSON_SWITCH, QUIET } from '../args/command.ts'

/** The commands that count ballots in files. */
export const COUNT_COMMANDS: readonly Command[] = [
  {
    name: 'count',
    summary: 'counts the ballots of a file, without a service',
    operand: {
      name: 'FILE',
      about: "the ballots: BLT, CSV of rankings, or the JSON of a closed poll's page",
    },
    options: {
      method: { value: 'METHOD', about: "how to count (default: the poll's method)", words: METHODS },
      seats: { value: 'N', about: 'number of seats (default: from the file)' },
      seed: { value: 'SEED', about: 'the seed for drawing lots in ties (default: the order in the file)' },
      all: { value: null, about: 'counts by all methods that fit, side by side' },
      json: JSON_SWITCH,
    },
    notes: [
      'Shows every round with a sentence on what happened in it, and how each tie was settled.',
      'Methods: points (Borda), irv (instant runoff), stv_scottish, stv_meek, schulze, ranked_pairs, approval;',
      'for the JSON of polls also sum, star, median and equal_shares.',
      'CSV: a line of headings; either columns are ranks (1, 2 …) and cells options, or columns are options and',
      'cells ranks; a column "weight" says how many such ballots there are.',
    ],
    example: 'count board.blt --method stv_scottish',
    load: async () => (await import('./count-command.ts')).runCount,
  },
  {
    name: 'recount',
    summary: 'counts the ballots of a closed poll again, without a database',
    operand: { name: 'FILE', about: "the ballots as JSON, as the closed poll's page offers them" },
    options: { quiet: QUIET, json: JSON_SWITCH },
    notes: ['Succeeds if the count equals the totals in the file and every sealed ballot matches its hash.'],
    example: 'recount ballots-EVtb1X9j.json',
    load: async () => (await import('./recount-command.ts')).runRecount,
  },
]
