import { RANKED_METHODS } from '@folkmoot/count'
import { type Command, JSON_SWITCH, QUIET } from '../args/command.ts'

/** The commands that count ballots in files. */
export const COUNT_COMMANDS: readonly Command[] = [
  {
    name: 'count',
    summary: 'counts the ballots of a BLT file, without a service',
    operand: { name: 'FILE', about: 'the ballots in BLT, the format of OpenSTV and others' },
    options: {
      method: { value: 'METHOD', about: 'how to count', words: RANKED_METHODS },
      seats: { value: 'N', about: 'how many are elected (default: what the file says)' },
      seed: { value: 'SEED', about: 'what ties are drawn from by lot (default: the order in the file)' },
      all: { value: null, about: 'counts by all methods that fit, side by side' },
      json: JSON_SWITCH,
    },
    notes: [
      'Shows every round with a sentence on what happened in it, and how each tie was settled.',
      'Methods: points (Borda), irv (instant runoff), stv_scottish, stv_meek, schulze, ranked_pairs, approval.',
    ],
    example: 'count board.blt --method stv_scottish',
    load: async () => (await import('./count-command.ts')).runCount,
  },
  {
    name: 'recount',
    summary: 'counts the ballots of a closed poll again, without a database',
    operand: { name: 'FILE', about: "the ballots as JSON, as the closed poll's page offers them" },
    options: { quiet: QUIET, json: JSON_SWITCH },
    notes: ['Succeeds when the count equals the totals in the file and every sealed ballot fits its hash.'],
    example: 'recount ballots-EVtb1X9j.json',
    load: async () => (await import('./recount-command.ts')).runRecount,
  },
]
