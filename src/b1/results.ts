import { POLL } from '../api/definition.ts'
import { refOf } from '../api/exchange.ts'
import { presentResults, ResultsRecord } from '../api/records/present-results.ts'
import { loadPollStamp } from '../polls/stamps/load-poll-stamp.ts'
import { answerKept } from './kept-answers.ts'
import { routeLoading } from './route.ts'

const show = routeLoading((db, request) => loadPollStamp(db, request.keyHash, refOf(request)), {
  method: 'GET',
  path: '/polls/:ref/results',
  params: { ref: POLL },
  permission: null,
  answer: ResultsRecord,
  does: {
    id: 'showResults',
    tag: 'Polls',
    summary: 'Show results',
    description:
      'What came out, in numbers: by option as far as a member who has not voted may see it, the turnout, which is never hidden, and what the rules of the poll (quorum_pct, thresholds, no_block) make of it. decision.passed is true or false once voting has closed, if the poll has rules, and null where nobody voted and these require nothing.',
    says: 'The results and the decision.',
  },
  // The response has no group.
  run: (asked) =>
    answerKept(
      { ...asked, found: { ...asked.found, group: '' } },
      { name: 'results', present: presentResults },
    ),
})

/** The result of a poll, and what its rules decide. */
export const resultRoutes = [show]
