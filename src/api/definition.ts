import type { TObject, TSchema } from 'typebox'

/**
 * What doors say of a route: the document, its examples, the tools, the pages and the tests are made from it.
 */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A record that a path names: which kind, and how the document says what stands there. */
export type Reference = { to: string; about: string }

/** What a route does, in the words of the document; `says`: what its answer holds. */
export type Does = { id: string; tag: string; summary: string; description: string; says: string }

export type Definition = {
  method: Method
  path: string
  /** What stands at each part of the path that begins with a colon. */
  params?: Record<string, Reference>
  query?: TObject
  /** Without one, a route that changes something takes no field. */
  body?: TObject
  /** Where they are not those of its method. */
  headers?: TObject
  answer: TSchema
  does: Does
}

/** A path, and what its parts name: all of them. */
export type AtPath<Path extends string> = { path: Path } & ([ParamIn<Path>] extends [never]
  ? { params?: never }
  : { params: Record<ParamIn<Path>, Reference> })

/** The names in a path: `/webhooks/:id/test` has `id`. */
type ParamIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A record with an address of its own: by id or by key. */
const byRef = (to: string): Reference => ({ to, about: `The ${to}'s id (digits) or key.` })
/** A record that has no key. */
const byId = (to: string): Reference => ({ to, about: `The id of the ${to}.` })

export const POLL = byRef('poll')
export const THREAD = byRef('thread')
export const COMMENT = byId('comment')
export const MEMBERSHIP = byId('membership')
export const WEBHOOK = byId('webhook')
export const DELIVERY = byId('delivery')
