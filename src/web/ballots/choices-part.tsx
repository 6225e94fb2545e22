import type { VNode } from 'preact'
import { choiceLimits } from '../../polls/poll.ts'
import { hasSigns, meaning, OptionMark, OptionMeaning, OptionNote } from '../poll-words/options-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import type { BallotForm, FieldsOf, ResultWords } from './type-page.ts'

// Ballots by choosing: one option, or several.

/** Options to choose from: one of them, or several where the poll allows it. */
function ChoiceFields({ poll, options, typed, zone }: FieldsOf): VNode {
  const several = choiceLimits(poll, options.length).most > 1
  const signed = hasSigns(poll)
  return (
    <div class="choices">
      {options.map(({ slot, name, ...option }) => (
        <label key={slot} class={signed ? meaning(poll, name) : undefined}>
          <input
            type={several ? 'checkbox' : 'radio'}
            name="choice"
            value={slot}
            checked={typed.chosen.has(slot)}
            required={!several}
          />
          {signed && <OptionMark poll={poll} name={name} />}
          <span>
            {optionLabel(poll.poll_type, name, zone)}
            <OptionNote poll={poll} name={name} />
            <OptionMeaning option={option} />
          </span>
        </label>
      ))}
    </div>
  )
}

/** What ballots by choosing have in common; a choice has no number that could be wrong. */
export const CHOICES = {
  Fields: ChoiceFields,
  unanswered: '',
  out_of_range: () => '',
  said: (named) => named.map(({ label }) => label).join('; '),
} satisfies Partial<BallotForm>

/** "all 11 who voted". */
export function allVoters(voters: number): string {
  return `${voters === 1 ? 'the' : 'all'} ${voters} who voted`
}

/** The results of choices: how many chose what. */
export const CHOICE_RESULTS = {
  first: 'Most votes',
  axis: ({ voters }) => allVoters(voters),
  row: ({ score }, { voters, most }) => `${score} of ${voters} · ${Math.round((score * 100) / most)}%`,
} satisfies ResultWords
