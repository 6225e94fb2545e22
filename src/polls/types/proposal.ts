import { CHOOSING, PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'
import { POSITIONS, positionVerb } from './positions.ts'

/** Everyone takes one position on one proposal. */
export const proposal: PollType = {
  ...PLAIN,
  words: {
    ...CHOOSING,
    title: 'Proposal',
    summary: 'Puts one proposal to the group: everyone agrees, abstains or disagrees, and may say why.',
    support: ({ name }, people) => positionVerb(name, people ?? 2),
  },
  allowed_options: ['agree', 'disagree', 'abstain', 'block'],
  default_options: ['agree', 'abstain', 'disagree'],
  signs: POSITIONS,
  positions: POSITIONS,
  settles_on_option: false,
  single_choice: true,
  order: 'posted',
  verdict_rules: [...PLAIN.verdict_rules, 'no_block'],
}
