import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { choiceLimits } from '../../polls/poll.ts'
import { hasSigns, meaning, OptionMark, OptionMeaning, OptionNote } from '../poll-words/options-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { answerId } from './ballot-form.ts'
import type { BallotForm, FieldsOf, ResultWords } from './type-page.ts'

// Ballots by choosing: one option, or several.

/** Options to choose from: one of them, or several where the poll allows it. */
function ChoiceFields({ poll, options, typed, faults, zone }: FieldsOf): VNode {
  const several = choiceLimits(poll, options.length).most > 1
  const signed = hasSigns(poll)
  return (
    <div class={signed ? 'choices signed' : 'choices'}>
      {options.map(({ slot, name, ...told }) => (
        <label key={slot} class={signed ? meaning(poll, name) : undefined}>
          <input
            id={faults === null ? undefined : answerId(poll, slot)}
            type={several ? 'checkbox' : 'radio'}
            name="choice"
            value={slot}
            checked={typed.chosen.has(slot)}
            required={!several}
          />
          {signed && <OptionMark poll={poll} name={name} />}
          <span>
            <bdi>{optionLabel(poll.poll_type, name, zone)}</bdi>
            <OptionNote poll={poll} name={name} />
            <OptionMeaning option={{ slot, ...told }} />
          </span>
        </label>
      ))}
    </div>
  )
}

/** Shared by all ballots with choices; a choice has no number that could be invalid. */
export const CHOICES = {
  Fields: ChoiceFields,
  unanswered: null,
  out_of_range: () => '',
} satisfies Partial<BallotForm>

/** What is wrong with a ballot that takes exactly one answer. */
export function noOneAnswer({ given }: { given: number }): string {
  return t(given === 0 ? 'ballot.no_answer' : 'ballot.one_answer_only')
}

/** The results of choices: how many voters chose each option. */
export const CHOICE_RESULTS = {
  first: 'result.most_votes',
  axis: ({ voters }) => t('result.all_who_voted', { voters }),
  row: ({ score }, { voters, most }) => t('result.votes_of', { votes: score, voters, share: score / most }),
} satisfies ResultWords
