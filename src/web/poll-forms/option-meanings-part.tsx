import type { VNode } from 'preact'
import { clipped } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { isLongMeaning, type Meanings, type PollOption } from '../../polls/poll-option.ts'
import { withLineFeeds } from '../../text/line-breaks.ts'
import { pageOf } from '../ballots/index.ts'
import { AreaField, FieldError, type FormState, textIn } from '../parts/form-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import type { PollView } from '../visits/poll-view.ts'
import { labelOf } from './poll-labels.ts'

// The descriptions of options when a poll is edited: a field for each, named by the option's slot.

const NAME = 'option_meanings'
const fieldOf = ({ slot }: Pick<PollOption, 'slot'>) => `${NAME}-${slot}`

/** A field for each option's description, if the type has descriptions or an option has one. */
export function OptionMeanings({ view, form }: { view: PollView; form: FormState }): VNode | null {
  const { poll, options } = view.visit.loaded
  const has_some = options.some(({ meaning }) => meaning !== null)
  if (options.length === 0 || !(has_some || pageOf(poll.poll_type).form.fields.includes(NAME))) return null
  const label = labelOf(poll.poll_type, NAME)
  const others = form.problems.filter((one) => one.code !== 'too_long_meaning')
  return (
    <details id={NAME} open={has_some || form.problems.some(({ field }) => field === NAME)}>
      <summary>{label}</summary>
      {options.map((option) => (
        <AreaField
          key={option.slot}
          form={withOwnProblems(form, option)}
          name={fieldOf(option)}
          called={label}
          label={optionLabel(poll.poll_type, option.name, view.visit.visitor.time_zone)}
          dir="auto"
          rows={2}
        />
      ))}
      <FieldError form={{ ...form, problems: others }} name={NAME} label={label} />
    </details>
  )
}

/** The form with the problems of this option's description at its own field. */
function withOwnProblems(form: FormState, option: PollOption): FormState {
  const field = fieldOf(option)
  if (!isLongMeaning(textIn(form, field))) return { ...form, problems: [] }
  // Of names that begin alike each has a problem: one is enough.
  const own = form.problems.find(
    (one) => one.code === 'too_long_meaning' && one.params.text === clipped(option.name),
  )
  return { ...form, problems: own === undefined ? [] : [{ ...own, field }] }
}

/** The descriptions, as values of the form. */
export function meaningValues(options: PollOption[]): Fields {
  return Object.fromEntries(options.map((option) => [fieldOf(option), option.meaning ?? '']))
}

/** The descriptions as typed. Options missing in the form keep theirs. */
export function readMeanings(options: PollOption[], fields: Fields): Meanings {
  return new Map(
    options.flatMap((option): [number, string][] => {
      const typed = fields[fieldOf(option)]
      return typeof typed === 'string' ? [[option.slot, withLineFeeds(typed)]] : []
    }),
  )
}
