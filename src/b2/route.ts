import type { TSchema } from 'typebox'
import type { AtPath, Definition } from '../api/definition.ts'
import type { Exchange } from '../api/exchange.ts'
import type { ServedRoute } from '../api/serve-route.ts'
import type { Services } from '../http/services.ts'
import { loadPersonalKey } from '../keys/load-personal-key.ts'
import type { PersonalKey } from '../keys/personal-key.ts'
import { B2Envelope } from './records.ts'

/** The input of a route: a request of a person, whose permissions are checked once the record is known. */
export type Asked = Exchange & Services & { key: PersonalKey }

type Given = Omit<Definition, 'answer'> & {
  /** The type of the response; by default the usual envelope. */
  answer?: TSchema
  run: (asked: Asked) => Promise<object | Buffer>
}

/** One route: its path, description and handler. */
export function route<const Path extends string>(given: Given & AtPath<Path>): ServedRoute {
  return made(given)
}

/** Every request is admitted here and nowhere else. Forbidden: the key may not be used. */
function made({ run, ...given }: Given): ServedRoute {
  return {
    ...given,
    answer: given.answer ?? B2Envelope,
    listed_by: null,
    serve: async (services, exchange) => {
      const today = new Date().toISOString().slice(0, 10)
      const key = await loadPersonalKey(services.db, exchange.request.keyHash, today)
      return run({ ...services, ...exchange, key })
    },
  }
}
