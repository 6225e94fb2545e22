import { t } from '../locales/say.ts'
import { type CountSettings, isElection, methodOf } from '../polls/counts/methods.ts'
import type { PollTypeName } from '../polls/types/index.ts'

/** "3 seats · Single transferable vote (Meek)". Null: the author of the poll chose no way to elect. */
export function countWords(poll: CountSettings & { poll_type: PollTypeName }): string | null {
  const name = methodOf(poll)
  if (name === null || !isElection(poll)) return null
  const method = t(`method.${name}`)
  return poll.seats > 1
    ? t('count.elects', { seats: t('poll_form.line_seats', { seats: poll.seats }), method })
    : method
}
