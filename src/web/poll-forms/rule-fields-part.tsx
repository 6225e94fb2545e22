import type { VNode } from 'preact'
import { RULE_FIELDS, rulesIn } from '../../api/rule-fields.ts'
import { Record } from '../../api/wire.ts'
import { type Problem, problem } from '../../errors.ts'
import { readFields } from '../../http/fields.ts'
import type { Fields } from '../../http/forms.ts'
import { type PlainKey, sentences, t } from '../../locales/say.ts'
import { type DecisionRules, MAX_THRESHOLDS, type Threshold } from '../../polls/results/decision-rules.ts'
import { boundMeant, boundWritten } from '../../polls/results/verdict.ts'
import { writtenNumber } from '../../text/typed-number.ts'
import { BLOCK_LABEL, BlockField } from '../ballots/poll-fields-part.tsx'
import {
  FieldError,
  type FormState,
  LineField,
  type Listed,
  SelectField,
  textIn,
} from '../parts/form-part.tsx'
import { rich } from '../words/rich.tsx'
import { typedNumbers } from './number-fields.ts'

/** The labels of the fields on the page. */
export const RULE_LABELS = {
  quorum_pct: 'poll_form.quorum',
  thresholds: 'poll_form.conditions',
  no_block: BLOCK_LABEL,
} as const

/** The labels of the parts of a condition. */
const PART_LABELS = {
  option: 'poll_form.option',
  at: 'poll_form.needs',
  percent: 'poll_form.percent',
  of: 'poll_form.of',
} as const

/** The number of conditions in the form of a new poll. */
export const CONDITIONS = 2

const PARTS = Object.keys(PART_LABELS) as (keyof typeof PART_LABELS)[]
const nameOf = (place: number, part: string) => `thresholds[${place}][${part}]`

/** The labels of the parts of every condition, as problems name them: “Condition 2, Percent”. */
export function conditionLabels(): Record<string, string> {
  const labels = Array.from({ length: MAX_THRESHOLDS }, (_, place) =>
    PARTS.map((part) => {
      const label = t('poll_form.condition_part', { number: place + 1, label: t(PART_LABELS[part]) })
      return [nameOf(place, part), label] as const
    }),
  )
  return Object.fromEntries(labels.flat())
}

/** The names of the fields for this many conditions. */
export function conditionNames(conditions: number): string[] {
  return Array.from({ length: conditions }, (_, place) => PARTS.map((part) => nameOf(place, part))).flat()
}

/** The rules of a poll, as values of the form. */
export function ruleValues({ quorum_pct, thresholds, no_block }: DecisionRules): Fields {
  const parts = thresholds.flatMap((threshold, place) => {
    const written = { ...threshold, percent: writtenNumber(boundWritten(threshold)) }
    return PARTS.map((part): [string, string] => [nameOf(place, part), String(written[part])])
  })
  return { quorum_pct: String(quorum_pct ?? ''), no_block: String(no_block), ...Object.fromEntries(parts) }
}

/**
 * The fields of the rules, as `readFields` expects them: without conditions that have no share, because they
 * are not meant, and with numbers as programs write them.
 */
export function typedConditions(fields: Fields): Fields {
  const blank = (name: string) => {
    const [row] = /^thresholds\[\d+\]/.exec(name) ?? []
    return row !== undefined && String(fields[`${row}[percent]`] ?? '').trim() === ''
  }
  return typedNumbers(Object.fromEntries(Object.entries(fields).filter(([name]) => !blank(name))))
}

/**
 * What was read from these fields, with the problems of conditions at the fields of the condition: a list has
 * only the conditions with a share, and counts those.
 */
export function atConditions(problems: Problem[], fields: Fields): Problem[] {
  const places = placesOf(fields)
  return problems.flatMap((found) => {
    if (found.field !== 'thresholds' || found.code !== 'items') return [found]
    return found.params.items.flatMap(({ item, fault }) =>
      fault.code !== 'parts' || fault.params.known !== null
        ? [{ ...fault, field: found.field }]
        : fault.params.parts.map((part) => ({ ...part, field: nameOf(places[item - 1] ?? 0, part.field) })),
    )
  })
}

/** The places in the form of the conditions with a share. */
function placesOf(fields: Fields): number[] {
  const rows = Object.keys(typedConditions(fields)).flatMap(
    (name) => /^thresholds\[(\d+)\]\[percent\]$/.exec(name)?.[1] ?? [],
  )
  return rows.map(Number).sort((one, other) => one - other)
}

/** At the fields of conditions without an option of the poll, which are null in this list: what is wrong. */
export function withoutOption(conditions: (Threshold | null)[], fields: Fields): Problem[] {
  const places = placesOf(fields)
  return conditions.flatMap((condition, item) => {
    if (condition !== null) return []
    const name = nameOf(places[item] ?? 0, 'option')
    const is_blank = String(fields[name] ?? '').trim() === ''
    return [problem(name, is_blank ? 'blank' : 'no_option_of_poll')]
  })
}

/** The rules as people mean them: 66.67 percent is 66.66, which two thirds reach. */
export function rulesMeant(rules: DecisionRules): DecisionRules {
  const thresholds = rules.thresholds.map((one) => ({ ...one, percent: boundMeant(one) }))
  return { ...rules, thresholds }
}

/**
 * Reads the rules of a draft from a form. A condition that was left as it was shown stays as it is stored: a
 * program may mean 66.67 percent exactly.
 */
export function readRules(
  fields: Fields,
  stored: DecisionRules['thresholds'],
): { rules: DecisionRules; problems: Problem[] } {
  const body = { encoding: 'form' as const, fields: typedConditions(fields) }
  const { values, problems } = readFields(Record('Rules', RULE_FIELDS), body)
  const rules = rulesIn(values)
  const meant = rulesMeant(rules).thresholds
  const thresholds = rules.thresholds.map(
    (typed, place) => stored.find((one) => isShownAs(one, typed)) ?? (meant[place] as Threshold),
  )
  return { rules: { ...rules, thresholds }, problems: atConditions(problems, fields) }
}

const isShownAs = (stored: Threshold, { option, at, of, percent }: Threshold) =>
  stored.option === option && stored.at === at && stored.of === of && boundWritten(stored) === percent

type Props = {
  form: FormState
  /** Whether this form asks if a block stops the proposal; otherwise the field is beside the position. */
  blocking: boolean
  /** The options to choose from; null: they are typed on the same form. */
  options: Listed[] | null
  /** The times proposed on the same form, in words, for options that are times. */
  times?: string[] | null
  conditions: number
}

/** Where the form lists the proposed times; the script `form-steps` updates it. */
const TIMES = 'closing-times'

/** The fields for the rules of a poll. */
export function RuleFields({ form, blocking, options, times = null, conditions }: Props): VNode {
  return (
    <details open={isFilled(form, blocking)}>
      <summary>{t('poll_form.rules')}</summary>
      <p class="small quiet">
        {rich('poll_form.rules_hint', {
          link: (text) => <a href="/help/facilitating#passing">{text}</a>,
        })}
      </p>
      <LineField
        type="number"
        form={form}
        name="quorum_pct"
        label={t(RULE_LABELS.quorum_pct)}
        hint={t('poll_form.quorum_hint')}
      />
      {blocking && <BlockField form={form} />}
      {Array.from({ length: conditions }, (_, place) => (
        <Condition key={place} form={form} options={options} times={times} place={place} />
      ))}
      {times !== null && (
        <datalist id={TIMES}>
          {times.map((time) => (
            <option key={time} value={time} />
          ))}
        </datalist>
      )}
    </details>
  )
}

type ConditionProps = Pick<Props, 'form' | 'options'> & { times: string[] | null; place: number }

function Condition({ form, options, times, place }: ConditionProps): VNode {
  const option = { form, name: nameOf(place, 'option'), label: t(PART_LABELS.option) }
  return (
    <fieldset class="field" id={place === 0 ? 'thresholds' : undefined}>
      <legend>{t('poll_form.condition', { number: place + 1 })}</legend>
      {place === 0 && <p class="hint">{hintOf(options, times)}</p>}
      <div class="pair">
        {options === null ? (
          <LineField {...option} more={times === null ? {} : { list: TIMES, autocomplete: 'off' }} />
        ) : (
          <SelectField {...option} choices={options} />
        )}
        <SelectField
          form={form}
          name={nameOf(place, 'at')}
          label={t(PART_LABELS.at)}
          choices={listed(BOUNDS)}
        />
        <LineField
          form={form}
          name={nameOf(place, 'percent')}
          label={t(PART_LABELS.percent)}
          type="decimal"
        />
        <div class="long">
          <SelectField
            form={form}
            name={nameOf(place, 'of')}
            label={t(PART_LABELS.of)}
            choices={listed(WHOLES)}
          />
        </div>
      </div>
      {place === 0 && <FieldError form={form} name="thresholds" label={t(RULE_LABELS.thresholds)} />}
    </fieldset>
  )
}

function hintOf(options: Listed[] | null, times: string[] | null): string {
  if (times !== null) return sentences([t('poll_form.condition_hint'), t('poll_form.condition_times')])
  return t(options === null ? 'poll_form.condition_hint_typed' : 'poll_form.condition_hint')
}

const BOUNDS = { least: 'poll_form.needs_least', most: 'poll_form.needs_most' } as const
const WHOLES = { cast: 'poll_form.of_cast', eligible: 'poll_form.of_eligible' } as const

function listed(labels: Readonly<Record<string, PlainKey>>): Listed[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label: t(label) }))
}

function isFilled(form: FormState, blocking: boolean): boolean {
  const typed = Object.keys(form.values).filter((name) => name === 'quorum_pct' || name.endsWith('[percent]'))
  return (
    typed.some((name) => textIn(form, name) !== '') ||
    (blocking && form.values['no_block'] === 'true') ||
    form.problems.some(({ field }) => field in RULE_LABELS || field.startsWith('thresholds['))
  )
}
