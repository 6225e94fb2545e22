import { clipped, type Problem, problem } from '../../errors.ts'
import { instantIn, isSkipped } from '../../text/local-time.ts'
import { plainDigits } from '../../text/plain-digits.ts'
import { momentWords, withWholeDates } from '../../text/time-words.ts'

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

/**
 * Meeting times as option names; a bare date, or a time with a zone, stays unchanged. Times that do not exist
 * are left out: they would be read in UTC.
 */
export function readTimes(texts: string[], zone: string): { names: string[]; problems: Problem[] } {
  const read = texts.map((typed) => {
    const text = plainDigits(typed)
    const problems = WITHOUT_ZONE.test(text) ? localProblems(text, zone) : []
    return { name: instantIn(zone, text)?.toISOString().replace('.000Z', 'Z') ?? text, problems }
  })
  return {
    names: read.flatMap(({ name, problems }) => (problems.length === 0 ? [name] : [])),
    problems: read.flatMap(({ problems }) => problems),
  }
}

function localProblems(text: string, zone: string): Problem[] {
  if (instantIn(zone, text) === null)
    return [problem('options', 'holds_no_local_time', { text: clipped(text), zone })]
  return isSkipped(zone, text) ? [problem('options', 'holds_skipped_time', { text: shown(text), zone })] : []
}

/** A local time in words: UTC skips none. */
function shown(text: string): string {
  const at = instantIn('UTC', text)
  return at === null ? text : withWholeDates(momentWords(at, 'UTC'))
}
