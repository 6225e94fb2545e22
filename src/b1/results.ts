import { POLL } from '../api/definition.ts'
import { refOf } from '../api/exchange.ts'
import { PollRecordAnswer } from '../api/records/poll-record.ts'
import { CountRecord, presentCount } from '../api/records/present-count.ts'
import { HeadRecord, presentHead } from '../api/records/present-head.ts'
import { presentResults, ResultsRecord } from '../api/records/present-results.ts'
import { asJson } from '../http/json-text.ts'
import { loadCount } from '../polls/counts/load-count.ts'
import { loadHead } from '../polls/heads/load-head.ts'
import { loadPollForKey } from '../polls/load-poll.ts'
import { loadRecord } from '../polls/records/load-record.ts'
import { loadPollStamp } from '../polls/stamps/load-poll-stamp.ts'
import { answerKept } from './kept-answers.ts'
import { route, routeLoading } from './route.ts'

const show = routeLoading((db, request) => loadPollStamp(db, request.keyHash, refOf(request)), {
  method: 'GET',
  path: '/polls/:ref/results',
  params: { ref: POLL },
  permission: null,
  shares_reads: true,
  answer: ResultsRecord,
  does: {
    id: 'showResults',
    tag: 'Polls',
    summary: 'Show results',
    description:
      "The results in numbers: per option, if a member who has not voted may see them; the turnout, which is never hidden; and the verdict under the poll's conditions (quorum_pct, thresholds, no_block). Once voting has closed, decision.passed is true or false if the poll has conditions, and null if nobody voted and they require nothing.",
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
      'How the ballots were counted, round by round: the votes of each option, which options were elected or excluded and why, how votes were transferred, every tie and how it was settled, and what other methods would have elected. For a closed poll, this is the count made when it closed; before that, a count of the current ballots, if a member who has not voted may see results.',
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

// Not kept: a signature that could not be made at the closing comes later.
const showHead = route({
  method: 'GET',
  path: '/polls/:ref/head',
  params: { ref: POLL },
  permission: null,
  answer: HeadRecord,
  does: {
    id: 'showHead',
    tag: 'Polls',
    summary: 'Show the signed head',
    description:
      "The result of a poll's last closing, signed by this service. People who compare it can be sure that they saw the same result. It is a signed note (c2sp.org/signed-note) over a Merkle tree of the ballots (RFC 6962).",
    says: 'The head.',
  },
  run: async ({ db, request }) => {
    const loaded = await loadPollForKey(db, request.keyHash, { ...refOf(request), ballots: false })
    return presentHead(loaded, await loadHead(db.pool, loaded))
  },
})

const showRecord = route({
  method: 'GET',
  path: '/polls/:ref/record',
  params: { ref: POLL },
  permission: null,
  answer: PollRecordAnswer,
  does: {
    id: 'showRecord',
    tag: 'Polls',
    summary: 'Show the record of a poll',
    description:
      'Everything needed to check a closed poll without this service: its manifest and head with their signatures, every ballot, the roll, the totals, the count and the decision. "folkmoot verify" checks it. Returns 404 while voting is open or results are hidden, and for polls closed by a release without heads. The format is described in docs/checking.md.',
    says: 'The record.',
  },
  run: async ({ db, request, reply }) => {
    const loaded = await loadPollForKey(db, request.keyHash, { ...refOf(request), ballots: false })
    return asJson(reply, await loadRecord(db.pool, loaded, { sees_others: true }))
  },
})

/** The result of a poll, its decision, how its ballots were counted, its signed head and its record. */
export const resultRoutes = [show, showCount, showHead, showRecord]
