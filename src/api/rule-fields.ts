import { type Static, Type } from 'typebox'
import {
  blocksUnlessSaid,
  type DecisionRules,
  MAX_THRESHOLDS,
  SHARES_AT,
  SHARES_OF,
} from '../polls/results/decision-rules.ts'
import type { PollTypeName } from '../polls/types/index.ts'
import { Flag, MaybeListOf, NullableInteger, OneOf, Record, Text } from './wire.ts'

const PARTS = {
  option: Text("The option's name, exactly.", { examples: ['agree'] }),
  percent: Type.Number({
    description:
      'A percentage with up to two decimal places, which is taken literally: 50.01 for more than half, 66.66 for two thirds (2 of 3 votes reach 66.66, but not 66.67).',
    minimum: 0,
    maximum: 100,
    examples: [66.66],
  }),
  of: OneOf(SHARES_OF, 'Whether the share is of the ballots cast, or of everyone who may vote.', {
    default: 'cast',
  }),
  at: OneOf(SHARES_AT, 'Whether the share is a minimum or a maximum.', { default: 'least' }),
}

export const ThresholdRecord = Record('Threshold', PARTS)
const ThresholdParams = Record('Threshold', {
  ...PARTS,
  of: Type.Optional(PARTS.of),
  at: Type.Optional(PARTS.at),
})

/** The requirements for a poll to pass, as bodies and forms write them. */
export const RULE_FIELDS = {
  quorum_pct: Type.Optional(
    NullableInteger('The percentage of voters who must vote for the poll to pass, as a whole number.', {
      minimum: 0,
      maximum: 100,
      default: null,
    }),
  ),
  thresholds: Type.Optional(
    MaybeListOf(
      ThresholdParams,
      `The shares that options must reach, or must not exceed, for the poll to pass (at most ${MAX_THRESHOLDS}); in forms thresholds[0][option]=…&thresholds[0][percent]=….`,
      { default: [], maxItems: MAX_THRESHOLDS },
    ),
  ),
  no_block: Type.Optional(
    Flag(
      'For a proposal with the option block: a single block makes it fail. If left out for a new poll: true if block is an option and quorum_pct or thresholds are set.',
    ),
  ),
}

const RuleParams = Type.Object(RULE_FIELDS)

/** The rules in such fields. */
export function rulesIn({ quorum_pct, thresholds, no_block }: Static<typeof RuleParams>): DecisionRules {
  return {
    quorum_pct: quorum_pct ?? null,
    thresholds: (thresholds ?? []).map(({ option, percent, of = 'cast', at = 'least' }) => ({
      option,
      percent,
      of,
      at,
    })),
    no_block: no_block ?? false,
  }
}

/** The rules of a new poll of this type with these options; null: the type's own. */
export function rulesOfNew(
  fields: Static<typeof RuleParams>,
  type: PollTypeName,
  options: string[] | null,
): DecisionRules {
  const rules = rulesIn(fields)
  return { ...rules, no_block: fields.no_block ?? blocksUnlessSaid(rules, type, options) }
}
