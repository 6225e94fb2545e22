import { METHODS } from '@folkmoot/count'
import { type Command, JSON_SWITCH, QUIET } from '../args/command.ts'

/** The commands that count and check ballots in files. */
export const COUNT_COMMANDS: readonly Command[] = [
  {
    name: 'count',
    summary: 'counts the ballots in a file, without a service',
    operand: {
      name: 'FILE',
      about: "the ballots: BLT, CSV of rankings, or the JSON of a closed poll's page",
    },
    options: {
      method: { value: 'METHOD', about: "how to count (default: the poll's method)", words: METHODS },
      seats: { value: 'N', about: 'number of seats (default: from the file)' },
      seed: { value: 'SEED', about: 'the seed for drawing lots in ties (default: the order in the file)' },
      all: { value: null, about: 'counts with all methods that fit, side by side' },
      json: JSON_SWITCH,
    },
    notes: [
      'Shows every round with a sentence on what happened in it, and how each tie was settled.',
      'Methods: points (Borda), irv (instant runoff), stv_scottish, stv_meek, schulze, ranked_pairs, approval; for the JSON of polls also sum, star, median and equal_shares.',
      'CSV: a header line; either columns are ranks (1, 2 …) and cells options, or columns are options and cells ranks; a column "weight" gives the number of identical ballots.',
    ],
    example: 'count board.blt --method stv_scottish',
    load: async () => (await import('./count-command.ts')).runCount,
  },
  {
    name: 'recount',
    summary: 'recounts the ballots of a closed poll, without a database',
    operand: { name: 'FILE', about: "the ballots as JSON, from the closed poll's page" },
    options: { quiet: QUIET, json: JSON_SWITCH },
    notes: ['Succeeds if the count equals the totals in the file and every sealed ballot matches its hash.'],
    example: 'recount ballots-EVtb1X9j.json',
    load: async () => (await import('./recount-command.ts')).runRecount,
  },
  {
    name: 'verify',
    summary: 'checks the record of a closed poll, without the service',
    operand: { name: 'FILE', about: "the record, from the closed poll's page" },
    options: {
      receipt: { value: 'FILE', about: 'your receipt: is your ballot in the record?' },
      entry: { value: 'FILE', about: 'your entry in the list of voters: what does it say about you?' },
      head: { value: 'FILE', about: 'the signed result that you saved before: is it the same?' },
      key: {
        value: 'KEY',
        about: 'a key that you trust, or a file with such keys (default: the key in the record)',
        many: true,
      },
      quiet: QUIET,
      json: JSON_SWITCH,
    },
    notes: [
      'Checks the signatures; that no ballot was added, changed or left out; who could vote; the totals, the count with its lots and the decision; and the previous result in the group. Works offline.',
      'Succeeds if everything is correct; otherwise the exit status is 1.',
      "The service's keys are at /.well-known/folkmoot-key: ask others whether they see the same.",
    ],
    example: 'verify record-EVtb1X9j.json --receipt receipt-EVtb1X9j.json',
    load: async () => (await import('./verify-command.ts')).runVerify,
  },
]
