import { CHOOSING, PLAIN } from './common.ts'
import type { PollType } from './poll-type.ts'
import { POSITIONS, positionNamed } from './positions.ts'

/** Everyone takes one position on one proposal. */
export const proposal: PollType = {
  ...PLAIN,
  words: {
    ...CHOOSING,
    title: 'type.proposal',
    anonymous_title: 'type.anonymous_proposal',
    summary: 'type.proposal_summary',
    support: (option) => positionNamed(option) ?? 'choose',
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
