import { POLL } from '../api/definition.ts'
import { refOf } from '../api/exchange.ts'
import { CountRecord, presentCount } from '../api/records/present-count.ts'
import { presentResults, ResultsRecord } from '../api/records/present-results.ts'
import { loadCount } from '../polls/counts/load-count.ts'
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
      'The results in numbers: per option, if a member who has not voted may see them; the turnout, which is never hidden; and the verdict under the rules of the poll (quorum_pct, thresholds, no_block). decision.passed is true or false once voting has closed, if the poll has rules, and null where nobody voted and these require nothing.',
    says: 'The results and the decision.',
  },
  // The response has no group.
  run: (asked) =>
    answerKept(
      { ...asked, found: { ...asked.found, group: '' } },
      { name: 'results', present: presentResults },
    ),
})

const showCount = routeLoading((db, request) => loadPollStamp(db, request.keyHash, refOf(request)), {
  method: 'GET',
  path: '/polls/:ref/count',
  params: { ref: POLL },
  permission: null,
  answer: CountRecord,
  does: {
    id: 'showCount',
    tag: 'Polls',
    summary: 'Show the count',
    description:
      'How the ballots were counted, round by round: the votes of each option, who was elected or excluded and why, what moved where, every tie and what settled it, and what other methods would have elected. Of a closed poll it is the count that was made when it closed; before that, of the ballots as they are, as far as a member who has not voted may see results.',
    says: 'The count.',
  },
  run: (asked) =>
    answerKept(
      { ...asked, found: { ...asked.found, group: '' } },
      {
        name: 'count',
        present: async (loaded) => presentCount(loaded, await loadCount(asked.db.pool, loaded)),
      },
    ),
})

/** The result of a poll, what its rules decide, and how its ballots were counted. */
export const resultRoutes = [show, showCount]
