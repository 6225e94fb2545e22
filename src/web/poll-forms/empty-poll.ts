import type { Fields } from '../../http/forms.ts'
import { DEFAULT_DOTS, DEFAULT_MAX_SCORE, DEFAULT_MIN_SCORE } from '../../polls/poll.ts'
import type { PollTypeName } from '../../polls/types/index.ts'
import { dayIn } from '../../text/local-time.ts'
import { pageOf } from '../ballots/index.ts'

const PROPOSED_DAYS = 7
const DAY_MS = 86_400_000

/** The closing time that forms propose, as a value of date fields: in a week, at six in the evening. */
export function proposedClosing(zone: string, now: Date): string {
  return `${dayIn(zone, new Date(now.getTime() + PROPOSED_DAYS * DAY_MS))}T18:00`
}

/** The initial values of the form. */
export function emptyPoll({ type, zone, now }: { type: PollTypeName; zone: string; now: Date }): Fields {
  return {
    poll_type: type,
    options: [],
    closing_at: proposedClosing(zone, now),
    eligible: 'all',
    hide_results: 'off',
    stance_reason_required: 'optional',
    notify_on_closing_soon: 'undecided_voters',
    min_score: DEFAULT_MIN_SCORE,
    max_score: DEFAULT_MAX_SCORE,
    dots_per_person: DEFAULT_DOTS,
    maximum_stance_choices: '',
    minimum_stance_choices: '',
    seats: 1,
    tell: 'voters',
    ...pageOf(type).form.starts_with,
  }
}
