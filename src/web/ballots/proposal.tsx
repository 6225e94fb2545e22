import { problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'
import { POSITIONS, positionNamed } from '../../polls/types/positions.ts'
import { proposal } from '../../polls/types/proposal.ts'
import { line, ROWS } from '../drawings/picture-lines.tsx'
import { StackedPicture } from '../drawings/stacked-part.tsx'
import { ChoiceField, type Listed } from '../parts/form-part.tsx'
import { CHOICE_RESULTS, CHOICES, noOneAnswer } from './choices-part.tsx'
import { BlockField } from './poll-fields-part.tsx'
import type { TypePage } from './type-page.ts'

type PositionName = keyof typeof POSITIONS

const FIRST = {
  agree: 'result.agree_of',
  abstain: 'result.abstain_of',
  disagree: 'result.disagree_of',
  block: 'result.block_of',
} as const satisfies Record<PositionName, string>
const NEXT = {
  agree: 'result.agree',
  abstain: 'result.abstain',
  disagree: 'result.disagree',
  block: 'result.block',
} as const satisfies Record<PositionName, string>

const NAMES = Object.keys(POSITIONS) as PositionName[]

function offered(): (Listed & { about?: string })[] {
  return NAMES.map((value) => {
    const { label } = POSITIONS[value]
    const choice = { value, label: t(label) }
    return value === 'block' ? { ...choice, about: t('poll_form.block_about') } : choice
  })
}

/** "8 of 11 who voted agree, 2 abstain, 1 disagrees." Null: nobody voted. */
function sentence(rows: ResultRow[], voters: number): string | null {
  const taken = rows.flatMap(({ score, option }) => {
    const name = positionNamed(option.name)
    return score > 0 && name !== null ? [{ name, votes: score }] : []
  })
  const list = taken.map(({ name, votes }, place) =>
    place === 0 ? t(FIRST[name], { votes, voters }) : t(NEXT[name], { votes }),
  )
  return list.length === 0 ? null : t('result.positions', { list })
}

export const page: TypePage = {
  picture: (
    <>
      <path class="agree" d="M6 9.5 9 12.5 15 5.5" />
      <path class="abstain" d="M6 24H14" />
      <path class="disagree" d="M6.5 35.5 13.5 42.5M13.5 35.5 6.5 42.5" />
      {ROWS.map((y) => line(y))}
    </>
  ),
  help: {
    filling_in: 'ballot.filling_in_proposal',
    when_to_choose: 'ballot.when_proposal',
  },
  form: {
    fields: ['positions', 'no_block'],
    new_title: 'poll_form.new_of_proposal',
    title_hint: 'poll_form.title_hint_proposal',
    starts_with: { positions: [...(proposal.default_options ?? [])], no_block: 'true' },
    rule_options: offered,
    Options: ({ form, label }) => (
      <>
        <ChoiceField form={form} name="positions" label={label('positions')} choices={offered()} several />
        <BlockField form={form} unseen />
      </>
    ),
    readOptions: ({ positions }) => ({
      names: positions,
      problems: positions.length > 0 ? [] : [problem('positions', 'no_position')],
    }),
  },
  ballot: {
    ...CHOICES,
    asks: () => t('ballot.proposal_asks'),
    told: () => t('ballot.proposal_told'),
    wrong_count: noOneAnswer,
  },
  results: { ...CHOICE_RESULTS, sentence, Picture: StackedPicture },
}
