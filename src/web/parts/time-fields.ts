import { clipped, type Problem, problem } from '../../errors.ts'
import { instantIn, isSkipped } from '../../text/local-time.ts'
import { plainDigits } from '../../text/plain-digits.ts'

// Times typed in forms: without a zone they are in the form's zone.

/** When voting closes. Empty text is an error too. */
export function readClosing(text: string, zone: string): { at: Date | null; problems: Problem[] } {
  const at = instantIn(zone, text)
  if (at !== null && !isSkipped(zone, text)) return { at, problems: [] }
  const field = 'closing_at'
  const found = at === null ? problem(field, 'no_local_time') : problem(field, 'skipped_time', { zone })
  return { at: null, problems: [found] }
}

// Everywhere else this is read as UTC.
const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ][\d:.,]+$/

/** Meeting times as option names; a bare date, or a time with a zone, stays unchanged. */
export function readTimes(texts: string[], zone: string): { names: string[]; problems: Problem[] } {
  const read = texts.map((typed) => {
    const text = plainDigits(typed)
    return { text, at: isSkipped(zone, text) ? null : instantIn(zone, text) }
  })
  const wrong = read.filter(({ text, at }) => at === null && WITHOUT_ZONE.test(text))
  return {
    names: read.map(({ text, at }) => at?.toISOString().replace('.000Z', 'Z') ?? text),
    problems: wrong.map(({ text }) =>
      problem('options', 'holds_no_local_time', { text: clipped(text), zone }),
    ),
  }
}
