import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import type { Ref } from '../discussions/load-discussion.ts'
import { NotFound, refuse } from '../errors.ts'
import { bodyOf } from '../http/credentials.ts'
import { type Read, readChanges, readFields } from '../http/fields.ts'
import { ignoredHeader } from '../http/given.ts'

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** The fields of a body. Invalid: an unreadable one. */
export function fieldsOf<T extends TObject>({ request, reply }: Exchange, schema: T): Static<T> {
  return taken(reply, readFields(schema, bodyOf(request)))
}

/** The fields of a change. Invalid: one that is unreadable, or null although not nullable. */
export function changesOf<T extends TObject>({ request, reply }: Exchange, schema: T): Partial<Static<T>> {
  return taken(reply, readChanges(schema, bodyOf(request)))
}

function taken<T>(reply: FastifyReply, { values, problems, ignored }: Read<T>): T {
  tellIgnored(reply, ignored)
  refuse(problems)
  return values
}

const LONGEST_ID = 15
const KEY = /^[A-Za-z0-9]{8}$/

/**
 * The record of a path segment: digits only are an id, anything else is a key. A segment that is neither
 * finds nothing.
 */
export function refOf(request: FastifyRequest): Ref {
  const { ref } = request.params as { ref: string }
  if (/^\d+$/.test(ref)) return { id: ref.length <= LONGEST_ID ? Number(ref) : 0 }
  return { key: KEY.test(ref) ? ref : '' }
}

/** An id in the path. NotFound: not an id. */
export function numberIn(request: FastifyRequest, name: string): number {
  const text = (request.params as Record<string, string>)[name] ?? ''
  if (!/^\d+$/.test(text) || text.length > LONGEST_ID) throw new NotFound()
  return Number(text)
}

/** Names the ignored fields in the response header. */
export function tellIgnored(reply: FastifyReply, ignored: string[]): void {
  const header = ignoredHeader(ignored)
  if (header !== null) reply.header('folkmoot-ignored-fields', header)
}
