import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { pollType } from '../../polls/types/index.ts'
import { localIn } from '../../text/local-time.ts'
import { zoneName } from '../../text/time-words.ts'
import { type FormState, LineField, textIn } from '../parts/form-part.tsx'
import { readClosing } from '../parts/time-fields.ts'
import { EarlyTimes } from '../poll-words/early-times-part.tsx'
import type { PollView } from '../visits/poll-view.ts'
import { labelOf } from './poll-labels.ts'

/** When voting closes; the script `form-steps` updates the note below it. */
export function ClosingField({ view, form }: { view: PollView; form: FormState }): VNode {
  const { loaded, visitor } = view.visit
  const { poll_type } = loaded.poll
  const zone = visitor.time_zone
  const closing_at = readClosing(textIn(form, 'closing_at'), zone).at
  return (
    <>
      <LineField
        form={form}
        name="closing_at"
        type="datetime-local"
        label={labelOf(poll_type, 'closing_at')}
        hint={t('poll_tool.in_your_zone', zoneOf(view))}
      />
      {pollType(poll_type).options_are_times && (
        <div aria-live="polite">
          <div id="closing-note">
            <EarlyTimes
              poll={{ poll_type, closing_at }}
              names={loaded.options.map(({ name }) => name)}
              zone={zone}
              now={loaded.now}
            />
          </div>
        </div>
      )}
    </>
  )
}

const zoneOf = ({ visit }: PollView) => ({ zone: zoneName(visit.visitor.time_zone) })

/** A closing time as a value of date fields, in the visitor's zone. */
export function closingText(view: PollView): string {
  const { closing_at } = view.visit.loaded.poll
  return closing_at === null ? '' : localIn(view.visit.visitor.time_zone, closing_at)
}
