import type { FastifyInstance } from 'fastify'
import { NotOffered } from '../errors.ts'

/** What clients of b2 ask for and this service has no part for, by the beginning of the path. */
const MISSING = [
  ['/api/b2/search', 'not_offered.search'],
  ['/api/b2/reports', 'not_offered.reports'],
  ['/api/b3/', 'not_offered.accounts'],
] as const

/** Answers every other call below this prefix with what is not offered, and why. */
export function sayWhatIsMissing(app: FastifyInstance): void {
  app.setNotFoundHandler(async ({ url, method }) => {
    const reason = MISSING.find(([path]) => url.startsWith(path))?.[1]
    throw reason === undefined ? new NotOffered('not_offered.call', { method }) : new NotOffered(reason)
  })
}
