import { faultWords, type Problem, type ProblemCode } from '../../errors.ts'
import { type Key, sayTo, t, type Voice } from '../../locales/say.ts'

/**
 * What to enter instead, for problems with numbers: as a subject, a label such as “At most” reads badly with
 * "must be a whole number". Programs get the sentences of the contract.
 */
const ENTERED: { [code in ProblemCode]?: Key } = {
  no_integer: 'entered.no_integer',
  cost_no_integer: 'entered.cost_no_integer',
  no_number: 'entered.no_number',
  no_count: 'entered.no_count',
  out_of_range: 'entered.out_of_range',
  below_least: 'entered.below_least',
  not_above: 'entered.not_above',
  above_options: 'entered.above_options',
  above_other: 'entered.above_other',
}

/** Problems that say themselves what to do: the label of their field is a question. */
const ALONE: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['leave_choose'])

/** A problem after the label of its field, without a full stop: in a list of links. */
export function faultOf(label: string, problem: Problem, voice: Voice = {}): string {
  const entered = enteredWords(problem, voice)
  if (entered !== null) return t('entered.line', { label, message: entered })
  if (ALONE.has(problem.code)) return faultWords(problem, voice)
  return t('problems.sentence', { label, message: faultWords(problem, voice) })
}

/** The same as a sentence beside the field. */
export function faultSentence(label: string, problem: Problem, voice: Voice = {}): string {
  const entered = enteredWords(problem, voice)
  if (entered !== null) return t('entered.sentence', { label, message: entered })
  if (ALONE.has(problem.code)) return t('problems.alone', { message: faultWords(problem, voice) })
  return t('problems.whole_sentence', { label, message: faultWords(problem, voice) })
}

function enteredWords(problem: Problem, voice: Voice): string | null {
  if (problem.code === 'out_of_range' && problem.params.least === problem.params.most)
    return t('entered.exactly', { most: problem.params.most })
  const key =
    problem.code === 'no_integer' && problem.field === 'budget' ? 'entered.no_amount' : ENTERED[problem.code]
  return key === undefined ? null : sayTo(voice, key, problem.params as Parameters<typeof sayTo>[2])
}

/** Problems in the order of the page, which is that of its labels; others come last. */
export function inPageOrder(problems: Problem[], labels: Readonly<Record<string, string>>): Problem[] {
  const places = new Map(Object.keys(labels).map((field, place) => [field, place]))
  const placeOf = ({ field }: Problem) => places.get(field) ?? places.size
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b))
}
