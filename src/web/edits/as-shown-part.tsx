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
const CODE = 'changed_meanwhile'
const MARK_LENGTH = 8

/** A hidden field of a form that edits: which values were stored when it was shown. */
export function AsShown({ stored }: { stored: object }): VNode {
  const marks = Object.entries(stored).map(([name, value]) => [name, markOf(value)])
  return <input type="hidden" name={AS_SHOWN_FIELD} value={JSON.stringify(Object.fromEntries(marks))} />
}

type Merged = { fields: Fields; problems: Problem[] }

/**
 * The fields of a sent form, with what is stored now where the form has what it was shown with. A problem for
 * each field that was also changed in the meantime. Forms without marks stay as they are.
 */
export function keepLaterEdits(fields: Fields, stored: object): Merged {
  const marks = marksIn(fields)
  if (marks === null) return { fields, problems: [] }
  const now: Fields = { ...stored }
  const kept: Fields = { ...fields }
  const problems: Problem[] = []
  for (const name of new Set([...Object.keys(marks), ...Object.keys(now)])) {
    const [shown, typed, later] = [marks[name] ?? markOf(''), markOf(fields[name]), markOf(now[name])]
    if (shown === later || typed === later || !isOnForm(name, fields, now)) continue
    if (typed === shown) kept[name] = now[name] ?? ''
    // The descriptions of options are one field for readers.
    else problems.push(problem(name.replace(/-\d+$/, ''), CODE))
  }
  return { fields: kept, problems }
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

/** The marks in a form. Null: it has none that can be read. */
function marksIn(fields: Fields): Fields | null {
  try {
    const marks: unknown = JSON.parse(String(fields[AS_SHOWN_FIELD]))
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
