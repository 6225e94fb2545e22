import type { VNode } from 'preact'
import { choiceLimits, type Poll } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { meaning, OptionMark } from '../poll-words/options-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import type { Typed } from './ballot-form.ts'

/** What the fields of a ballot are made from; `options` in the order of this voter. */
export type FieldsOf = { poll: Poll; options: PollOption[]; typed: Typed; zone: string }

/** Options to choose from: one of them, or several where the poll allows it. */
export function ChoiceFields({ poll, options, typed, zone }: FieldsOf): VNode {
  const several = choiceLimits(poll, options.length).most > 1
  const signed = poll.poll_type !== 'poll'
  return (
    <div class="choices">
      {options.map(({ slot, name }) => (
        <label key={slot} class={signed ? meaning(poll, name) : undefined}>
          <input
            type={several ? 'checkbox' : 'radio'}
            name="choice"
            value={slot}
            checked={typed.chosen.has(slot)}
            required={!several}
          />
          {signed && <OptionMark poll={poll} name={name} />}
          <span>{optionLabel(poll.poll_type, name, zone)}</span>
        </label>
      ))}
    </div>
  )
}
