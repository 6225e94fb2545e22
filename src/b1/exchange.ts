import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import { refuse } from '../errors.ts'
import { bodyOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import { tellIgnored } from './enter.ts'

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** The fields of a body. Invalid: one that cannot be read. */
export function fieldsOf<T extends TObject>({ request, reply }: Exchange, schema: T): Static<T> {
  const { values, problems, ignored } = readFields(schema, bodyOf(request))
  tellIgnored(reply, ignored)
  refuse(problems)
  return values
}
