import type { FastifyInstance } from 'fastify'
import { refOf } from '../api/exchange.ts'
import { Ref, reading } from '../api/operations.ts'
import { presentResults, ResultsRecord } from '../api/records/present-results.ts'
import type { Services } from '../http/services.ts'
import { loadPollForKey } from '../polls/load-poll.ts'
import { noteUse } from './authorize-key.ts'

const SHOW_RESULTS = reading({
  id: 'showResults',
  tag: 'Polls',
  params: Ref('poll'),
  summary: 'Show results',
  description:
    'What came out, in numbers: by option as far as a member who has not voted may see it, the turnout, which is never hidden, and what the rules of the poll (quorum_pct, thresholds, no_block) make of it. decision.passed is true or false once voting has closed, if the poll has rules, and null where nobody voted and these require nothing.',
  answer: ResultsRecord,
  says: 'The results and the decision.',
})

/** What came out of a poll, and what its rules make of it. */
export function resultRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/polls/:ref/results', SHOW_RESULTS, async (request) => {
    const loaded = await loadPollForKey(db, request.keyHash, refOf(request))
    noteUse(db, loaded.key)
    return presentResults(loaded)
  })
}
