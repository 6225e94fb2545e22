import { type Problem, quoted } from '../../errors.ts'
import { readInstant } from '../../polls/poll-option.ts'
import { instantIn, isSkipped, localIn } from '../../text/local-time.ts'

// Times as they are typed in forms: without a zone they are of the zone that the form is told in.

/** When voting closes. What is empty is no time either. */
export function readClosing(text: string, zone: string): { at: Date | null; problems: Problem[] } {
  const at = instantIn(zone, text)
  if (at !== null && !isSkipped(zone, text)) return { at, problems: [] }
  const message =
    at === null
      ? 'must be a day and an hour, such as 2027-01-31 18:00'
      : `must be a time that clocks in ${zone} show: this one they skip`
  return { at: null, problems: [{ field: 'closing_at', code: 'invalid', message }] }
}

// What is read as UTC everywhere else.
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ][\d:.,]+$/

/** Times of a meeting as its options are named; a bare day, and what names a zone, stays as it is. */
export function readTimes(texts: string[], zone: string): { names: string[]; problems: Problem[] } {
  const read = texts.map((text) => ({ text, at: isSkipped(zone, text) ? null : instantIn(zone, text) }))
  const wrong = read.filter(({ text, at }) => at === null && WITHOUT_ZONE.test(text))
  return {
    names: read.map(({ text, at }) => at?.toISOString().replace('.000Z', 'Z') ?? text),
    problems: wrong.map(({ text }) => ({
      field: 'options',
      code: 'invalid',
      message: `hold ${quoted(text)}, which is no time in ${zone}`,
    })),
  }
}

const NAME = /(?<=")\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z(?=")/g

/** What is wrong with a meeting's times, told in the zone in which they were typed. */
export function timesAsTyped(problems: Problem[], zone: string): Problem[] {
  const typed = (name: string) => {
    const at = readInstant(name)
    return at === null ? name : localIn(zone, new Date(at)).replace('T', ' ')
  }
  return problems.map(({ message, ...problem }) => ({ ...problem, message: message.replace(NAME, typed) }))
}
