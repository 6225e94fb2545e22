import type { FastifyInstance } from 'fastify'
import { NotOffered } from '../errors.ts'

const ELSEWHERE = 'Every call that is offered stands in /api/b2/openapi.json.'

/** What clients of b2 ask for and this service has no part for, by the beginning of the path. */
const MISSING: [path: string, reason: string][] = [
  [
    '/api/b2/search',
    'This service has no search over HTTP. List threads by GET /api/b2/threads and read them.',
  ],
  [
    '/api/b2/reports',
    'This service makes no reports on how much people take part. What happened in a thread stands in GET /api/b2/threads/ID/items.',
  ],
  [
    '/api/b3/',
    'Accounts are not administered over HTTP. An admin of a group removes members from it; the operator has a command line.',
  ],
]

/** Answers every other call below this prefix with what is not offered, and why. */
export function sayWhatIsMissing(app: FastifyInstance): void {
  app.setNotFoundHandler(async ({ url, method }) => {
    const reason = MISSING.find(([path]) => url.startsWith(path))?.[1]
    throw new NotOffered(reason ?? `There is no ${method} at this address. ${ELSEWHERE}`)
  })
}
