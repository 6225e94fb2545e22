import type { TObject, TSchema } from 'typebox'

/**
 * Definitions of routes: the document, its examples, the tools, the pages and the tests are generated from
 * them.
 */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A record in a path: its kind, and its description in the document. */
export type Reference = { to: string; about: string }

/** A route in the document; `says`: the content of its response. */
export type Does = { id: string; tag: string; summary: string; description: string; says: string }

export type Definition = {
  method: Method
  path: string
  /** The kind of record for each `:name` in the path. */
  params?: Record<string, Reference>
  query?: TObject
  /** If missing, a route that changes something has no fields. */
  body?: TObject
  /** If they differ from those of its method. */
  headers?: TObject
  answer: TSchema
  /** Requests that arrive together share their statements: those of one key need not take turns. */
  shares_reads?: true
  does: Does
}

/** A path, and the records of all its parameters. */
export type AtPath<Path extends string> = { path: Path } & ([ParamIn<Path>] extends [never]
  ? { params?: never }
  : { params: Record<ParamIn<Path>, Reference> })

/** The names in a path: `/webhooks/:id/test` has `id`. */
type ParamIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A record addressed by id or by key. */
const byRef = (to: string): Reference => ({ to, about: `The ${to}'s id (digits) or key.` })
/** A record without a key. */
const byId = (to: string): Reference => ({ to, about: `The id of the ${to}.` })

export const POLL = byRef('poll')
export const THREAD = byRef('thread')
export const COMMENT = byId('comment')
export const MEMBERSHIP = byId('membership')
export const WEBHOOK = byId('webhook')
export const DELIVERY = byId('delivery')
