import type { FastifyRequest } from 'fastify'
import { createContext, type JSX, type VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { Conflict } from '../../errors.ts'
import { bodyOf, queryOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'

export const SHOWN_TO_FIELD = 'shown_to'

/** Whom a request's page is about: the person of a link, otherwise the one who is signed in. */
type Known = { visitor?: number; signed_in?: number }
const known = new WeakMap<FastifyRequest, Known>()

/** Stores for whom this request shows forms, as it becomes known. */
export function noteShownTo(request: FastifyRequest, found: Known): void {
  known.set(request, { ...known.get(request), ...found })
}

/** The person for whom this request shows forms. Null: a stranger. */
export function shownTo(request: FastifyRequest): number | null {
  const { visitor, signed_in } = known.get(request) ?? {}
  return visitor ?? signed_in ?? null
}

/** The person for whom a page is drawn; null: a stranger. */
export const ShownTo = createContext<number | null>(null)

/**
 * A form that changes something. It carries for whom it was shown: it may be sent after somebody else has
 * signed in in this browser, or opened their own link.
 */
export function PostForm({ children, ...attributes }: JSX.IntrinsicElements['form']): VNode {
  const user_id = useContext(ShownTo)
  return (
    <form method="post" {...attributes}>
      {children}
      {/* Last: the distance between the parts of a form is above all but the first. */}
      {user_id !== null && <input type="hidden" name={SHOWN_TO_FIELD} value={user_id} />}
    </form>
  )
}

/** The address for a form whose fields are not read. */
export function shownToAddress(path: string, user_id: number): string {
  return `${path}?${SHOWN_TO_FIELD}=${user_id}`
}

/** Whether the form was shown to somebody else. Forms without the field are accepted. */
export function isOfAnother(fields: Fields, user_id: number): boolean {
  const shown_to = fields[SHOWN_TO_FIELD]
  return shown_to !== undefined && String(shown_to) !== String(user_id)
}

/** Conflict `other_person` if the submitted form was shown to anybody but the person who acts. */
export function requireShownTo(request: FastifyRequest, user_id: number): void {
  if (request.method !== 'POST') return
  if (isOfAnother(bodyOf(request).fields, user_id) || isOfAnother(queryOf(request), user_id))
    throw new Conflict('other_person.form')
}
