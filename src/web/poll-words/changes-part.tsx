import type { ComponentChildren, VNode } from 'preact'
import type { ChangedField, FieldChange } from '../../events/field-change.ts'
import type { SubjectType } from '../../events/kind-facts.ts'
import { isOffered, LANGUAGES } from '../../locales/languages.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { COUNT_METHOD_NAMES } from '../../polls/counts/methods.ts'
import { settingName } from '../../sentences/setting-name.ts'
import { Time } from '../parts/date-part.tsx'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'

const HIDING: Record<string, PlainKey> = {
  off: 'poll_form.results_off',
  until_vote: 'poll_form.results_until_vote',
  until_closed: 'poll_form.results_until_closed',
}

const ON_OR_OFF: ReadonlySet<ChangedField> = new Set(['no_block', 'public', 'indexed'])
const FLAGS: Record<string, PlainKey> = { true: 'history.on', false: 'history.off' }

type Props = { changes: FieldChange[]; zone: string; of?: SubjectType | undefined }

/** What an entry changed: each setting with its value now and before, as far as they are kept. */
export function Changes({ changes, zone, of = 'Poll' }: Props): VNode | null {
  const shown = changes.flatMap((change) => {
    // A poll and a thread name their texts differently.
    const is_text = of === 'Discussion' && change.field === 'details'
    const label = is_text ? t('thread.text') : settingName(change.field)
    return label === null ? [] : [{ ...change, label }]
  })
  if (shown.length === 0) return null
  return (
    <ul class="small bare">
      {shown.map(({ field, label, from, to }) => {
        const [before, now] = [from, to].map((value) => value !== null && shownValue(field, value, zone))
        return <li key={field}>{sentence(label, before || null, now || null)}</li>
      })}
    </ul>
  )
}

function sentence(field: string, from: VNode | null, to: VNode | null): ComponentChildren {
  if (from !== null && to !== null) return rich('history.from_to', { field, from, to })
  if (from !== null) return rich('history.cleared', { field, from })
  if (to !== null) return rich('history.set', { field, to })
  return t('history.rewritten', { field })
}

/** A stored code or text as its reader knows it. */
function shownValue(field: ChangedField, value: string, zone: string): VNode {
  const at = field === 'closing_at' || field === 'expires_at' ? new Date(value) : null
  if (at !== null && !Number.isNaN(at.getTime())) return <Time at={at} zone={zone} />
  if (field === 'locale' && isOffered(value))
    return (
      <bdi lang={value} {...AS_IS}>
        {LANGUAGES[value].name}
      </bdi>
    )
  return <bdi {...(WRITTEN.has(field) ? AS_IS : {})}>{wordsOf(field, value)}</bdi>
}

/** Texts by users, and addresses, which are not in the catalogue. */
const WRITTEN: ReadonlySet<ChangedField> = new Set(['name', 'title', 'url', 'format'])

function wordsOf(field: ChangedField, value: string): string {
  const key = field === 'hide_results' ? HIDING[value] : ON_OR_OFF.has(field) ? FLAGS[value] : undefined
  if (key !== undefined) return t(key)
  const method = field === 'count_method' ? COUNT_METHOD_NAMES.find((name) => name === value) : undefined
  return method === undefined ? value : t(`method.${method}`)
}
