import type { FastifyInstance } from 'fastify'
import { NotOffered } from '../errors.ts'

/** Calls of b2 clients that this service does not offer, by the start of the path. */
const MISSING = [
  ['/api/b2/search', 'not_offered.search'],
  ['/api/b2/reports', 'not_offered.reports'],
  ['/api/b3/', 'not_offered.accounts'],
] as const

/** Answers every other call below this prefix with an explanation. */
export function sayWhatIsMissing(app: FastifyInstance): void {
  app.setNotFoundHandler(async ({ url, method }) => {
    const reason = MISSING.find(([path]) => url.startsWith(path))?.[1]
    throw reason === undefined ? new NotOffered('not_offered.call', { method }) : new NotOffered(reason)
  })
}
