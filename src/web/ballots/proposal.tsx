import { problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'
import { POSITIONS, positionVerb } from '../../polls/types/positions.ts'
import { proposal } from '../../polls/types/proposal.ts'
import { StackedPicture } from '../drawings/stacked-part.tsx'
import { type Choice, ChoiceField } from '../parts/form-part.tsx'
import { CHOICE_RESULTS, CHOICES } from './choices-part.tsx'
import { line, ROWS } from './picture-lines.tsx'
import { BlockField } from './poll-fields-part.tsx'
import type { TypePage } from './type-page.ts'

const BLOCKING = 'For groups that let a single objection stop a proposal.'

const OFFERED: Choice[] = Object.entries(POSITIONS).map(([value, { label }]) =>
  value === 'block' ? { value, label: t(label), about: BLOCKING } : { value, label: t(label) },
)

/** "8 of 11 who voted agree, 2 abstain, 1 disagrees." Null: nobody did. */
function sentence(rows: ResultRow[], voters: number): string | null {
  const words = rows
    .filter(({ score }) => score > 0)
    .map(({ score, option }, place) => {
      const whole = place === 0 ? ` of ${voters} who voted` : ''
      return `${score}${whole} ${positionVerb(option.name, score)}`
    })
  return words.length === 0 ? null : `${words.join(', ')}.`
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
    filling_in: 'Take one position on what is proposed. If reasons are asked for, say why.',
    when_to_choose:
      'One thing is proposed and you want to know who agrees. Ask for reasons where they matter more than numbers; offer “block” if a single objection stops it.',
  },
  form: {
    fields: ['positions', 'no_block'],
    new_title: 'poll_form.new_of_proposal',
    title_hint: 'poll_form.title_hint_proposal',
    starts_with: { positions: [...(proposal.default_options ?? [])], no_block: 'true' },
    rule_options: OFFERED,
    Options: ({ form, label }) => (
      <>
        <ChoiceField form={form} name="positions" label={label('positions')} choices={OFFERED} several />
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
    asks: () => 'Take one position.',
    told: () => 'Each voter takes one position.',
    wrong_count: () => 'Choose one position.',
  },
  results: { ...CHOICE_RESULTS, sentence, Picture: StackedPicture },
}
