import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { AtPath, Definition } from '../api/definition.ts'
import { Envelope } from '../api/envelope.ts'
import type { Exchange } from '../api/exchange.ts'
import type { ServedRoute } from '../api/serve-route.ts'
import type { Db } from '../db/db.ts'
import type { Services } from '../http/services.ts'
import type { PresentedKey } from '../keys/api-key.ts'
import { loadKey, noteKeyUse } from '../keys/load-key.ts'
import { type Needed, requireNeeded, sentenceOf } from './authorize-key.ts'

/** The input of a route: a request whose key has the permission, and the data loaded with the key. */
export type Asked<Found = unknown> = Exchange & Services & { key: PresentedKey; found: Found }

type Keyed = { key: PresentedKey }

/** Loads the key of a request, alone or with the requested record. Forbidden: the key may not be used. */
type Load<Found extends Keyed> = (db: Db, request: FastifyRequest) => Promise<Found>

export type Route = ServedRoute & { permission: Needed }

type Given<Found> = Omit<Definition, 'answer'> & {
  /** Null: every key of the group may use it. */
  permission: Needed
  /** The type of the response; by default the usual envelope. */
  answer?: TSchema
  /** The document's text after the permission. */
  besides?: string
  /** Another route that the request really means. */
  meant?: (request: FastifyRequest) => Route | null
  run: (asked: Asked<Found>) => Promise<object | Buffer>
}

/** One route: its path, description, permission and handler. */
export function route<const Path extends string>(given: Given<Keyed> & AtPath<Path>): Route {
  return made(keyAlone, given)
}

/** The same if one statement loads the key and the requested data. */
export function routeLoading<const Path extends string, Found extends Keyed>(
  load: Load<Found>,
  given: Given<Found> & AtPath<Path>,
): Route {
  return made(load, given)
}

/** Every request is admitted here and nowhere else: the key, the record of its use, the permission. */
function made<Found extends Keyed>(load: Load<Found>, { run, meant, ...given }: Given<Found>): Route {
  const { permission, answer = Envelope } = given
  return {
    ...given,
    answer,
    does: { ...given.does, description: describing(given) },
    listed_by: typeof permission === 'object' && permission !== null ? permission.own : permission,
    serve: async (services, exchange) => {
      const other = meant?.(exchange.request) ?? null
      if (other !== null) return other.serve(services, exchange)
      const found = await load(services.db, exchange.request)
      noteKeyUse(services.db, found.key, today())
      requireNeeded(found.key, permission)
      return run({ ...services, ...exchange, key: found.key, found })
    },
  }
}

function describing({
  does,
  permission,
  besides = '',
}: Pick<Given<never>, 'does' | 'permission' | 'besides'>) {
  return [does.description, sentenceOf(permission), besides].filter((text) => text !== '').join(' ')
}

const keyAlone: Load<Keyed> = async (db, { keyHash }) => ({ key: await loadKey(db, keyHash) })

/** In UTC, as in the list of keys. */
const today = () => new Date().toISOString().slice(0, 10)
