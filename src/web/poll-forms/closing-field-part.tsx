import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { missesReminder } from '../../polls/poll.ts'
import { localIn } from '../../text/local-time.ts'
import { zoneName } from '../../text/time-words.ts'
import { type FormState, LineField, textIn } from '../parts/form-part.tsx'
import { readClosing } from '../parts/time-fields.ts'
import { EarlyTimes } from '../poll-words/early-times-part.tsx'
import type { PollView } from '../visits/poll-view.ts'
import { labelOf } from './poll-labels.ts'

/** When voting closes; the script `form-steps` updates the note below it. */
export function ClosingField({ view, form }: { view: PollView; form: FormState }): VNode {
  return (
    <>
      <LineField
        form={form}
        name="closing_at"
        type="datetime-local"
        label={labelOf(view.visit.loaded.poll.poll_type, 'closing_at')}
        hint={t('poll_tool.in_your_zone', zoneOf(view))}
      />
      <div aria-live="polite">
        <div id="closing-note">
          <ClosingNote view={view} typed={textIn(form, 'closing_at')} />
        </div>
      </div>
    </>
  )
}

/** What the typed time comes too late for, or too early. */
function ClosingNote({ view, typed }: { view: PollView; typed: string }): VNode {
  const { loaded, visitor } = view.visit
  const zone = visitor.time_zone
  const poll = { ...loaded.poll, closing_at: readClosing(typed, zone).at }
  return (
    <>
      <EarlyTimes poll={poll} names={loaded.options.map(({ name }) => name)} zone={zone} now={loaded.now} />
      {losesReminder(view, typed) && <p class="note small">{t('poll_form.reminds_too_late')}</p>}
    </>
  )
}

/**
 * Whether no reminder goes out because of the typed time. Of the time that an open poll has, it may have been
 * sent.
 */
export function losesReminder(view: PollView, typed: string): boolean {
  const { loaded, visitor } = view.visit
  const closing_at = readClosing(typed, visitor.time_zone).at
  return typed !== closingText(view) && missesReminder({ ...loaded.poll, closing_at }, loaded.now)
}

const zoneOf = ({ visit }: PollView) => ({ zone: zoneName(visit.visitor.time_zone) })

/** A closing time as a value of date fields, in the visitor's zone. */
export function closingText(view: PollView): string {
  const { closing_at } = view.visit.loaded.poll
  return closing_at === null ? '' : localIn(view.visit.visitor.time_zone, closing_at)
}
