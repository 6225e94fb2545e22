import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { type Problem, problem } from '../../errors.ts'
import { bodyOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import { withLineFeeds } from '../../text/line-breaks.ts'
import { rich } from '../words/rich.tsx'

// Two people may have the form of one thing open. Fields that a person left as they were shown keep what
// somebody else has saved since; a field that both changed is a problem of the form.

const AS_SHOWN_FIELD = 'as_shown'
const WARNED_FIELD = 'warned_of'
const CODE = 'changed_meanwhile'
const MARK_LENGTH = 8

/**
 * Hidden fields of a form that edits: which values were stored when it was shown. `sent`: the fields of a
 * form that comes back, or of its draft. One that was also changed in the meantime keeps its mark, so that a
 * draft stays marked; and the form says that its reader was warned, so that it can be sent.
 */
export function AsShown({ stored, sent = {} }: { stored: object; sent?: Fields }): VNode {
  const [before, changed] = [marksIn(sent, AS_SHOWN_FIELD), changedTwice(sent, stored)]
  const now = Object.entries(stored).map(([name, value]): [string, string] => [name, markOf(value)])
  const marks = now.map(([name, mark]) => [name, changed.has(name) ? (before?.[name] ?? '') : mark])
  const warned = now.filter(([name]) => changed.has(name))
  return (
    <>
      <input type="hidden" name={AS_SHOWN_FIELD} value={JSON.stringify(Object.fromEntries(marks))} />
      {warned.length > 0 && (
        <input type="hidden" name={WARNED_FIELD} value={JSON.stringify(Object.fromEntries(warned))} />
      )}
    </>
  )
}

type Merged = { fields: Fields; problems: Problem[] }

/**
 * The fields of a sent form, with what is stored now where the form has what it was shown with. A problem
 * for each field that was also changed in the meantime, unless the form warned of it. Forms without marks
 * stay as they are.
 */
export function keepLaterEdits(fields: Fields, stored: object): Merged {
  const marks = marksIn(fields, AS_SHOWN_FIELD)
  if (marks === null) return { fields, problems: [] }
  const now: Fields = { ...stored }
  const kept: Fields = { ...fields }
  for (const name of changedSince(fields, now))
    if (markOf(fields[name]) === (marks[name] ?? '')) kept[name] = now[name] ?? ''
  const warned = marksIn(fields, WARNED_FIELD)
  const changed = [...changedTwice(fields, now)].filter((name) => warned?.[name] !== markOf(now[name]))
  // The descriptions of options are one field for readers.
  return { fields: kept, problems: changed.map((name) => problem(name.replace(/-\d+$/, ''), CODE)) }
}

/** The fields of a draft, as if its author had not been warned yet. */
export function unwarned({ [WARNED_FIELD]: _, ...fields }: Fields): Fields {
  return fields
}

/** Whether the form has what is stored. */
export function isAsStored(fields: Fields, stored: object): boolean {
  return Object.entries(stored).every(([name, value]) => markOf(fields[name]) === markOf(value))
}

/** The fields whose stored value is another one than was shown, and than the form has. */
function changedSince(fields: Fields, stored: object): string[] {
  const marks = marksIn(fields, AS_SHOWN_FIELD) ?? {}
  const now: Fields = { ...stored }
  return Object.keys({ ...marks, ...now }).filter((name) => {
    const later = markOf(now[name])
    const isShown = (marks[name] ?? '') === later || markOf(fields[name]) === later
    return !isShown && isOnForm(name, fields, now)
  })
}

/** Those of them that were also changed in the form. */
function changedTwice(fields: Fields, stored: object): Set<string> {
  const marks = marksIn(fields, AS_SHOWN_FIELD)
  if (marks === null) return new Set()
  return new Set(changedSince(fields, stored).filter((name) => markOf(fields[name]) !== (marks[name] ?? '')))
}

/** `keepLaterEdits` for a request: its body gets the kept fields. Returns the problems. */
export function takeLaterEdits(request: FastifyRequest, stored: object): Problem[] {
  const body = bodyOf(request)
  const { fields, problems } = keepLaterEdits(body.fields, stored)
  body.fields = fields
  return problems
}

/** Boxes that are not ticked are not sent. */
function isOnForm(name: string, fields: Fields, now: Fields): boolean {
  return fields[name] !== undefined || ['true', 'false'].includes(String(now[name]))
}

/** The marks in this field of a form. Null: it has none that can be read. */
function marksIn(fields: Fields, field: string): Fields | null {
  try {
    const marks: unknown = JSON.parse(String(fields[field]))
    return typeof marks === 'object' && marks !== null ? { ...marks } : null
  } catch {
    return null
  }
}

/** The same for texts that differ only in what browsers and forms change. */
function markOf(value: unknown): string {
  const texts = [value ?? []].flat().map((one) => withLineFeeds(String(one)).trim())
  const text = texts.filter((one) => one !== '' && one !== 'false').join('\n')
  return text === '' ? '' : createHash('sha256').update(text).digest('base64url').slice(0, MARK_LENGTH)
}

type Said = 'form.changed_meanwhile' | 'account.changed_meanwhile' | 'thread.comment_changed_meanwhile'
type Changed = { problems: Problem[]; href: string; said?: Said }

/**
 * Where to read what was saved in the meantime, if the form was refused for that. `said`: in
 * which words, if only the person could save it.
 */
export function ChangedMeanwhile({ problems, href, said = 'form.changed_meanwhile' }: Changed): VNode | null {
  if (!problems.some(({ code }) => code === CODE)) return null
  const link = (text: ComponentChildren) => (
    <a href={href} target="_blank" rel="noopener">
      {text}
    </a>
  )
  return <p class="note">{rich(said, { link })}</p>
}
