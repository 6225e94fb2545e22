import { PollChanges, readPollChanges } from '../api/change-params.ts'
import { pollEnvelope, rootedIn } from '../api/envelope.ts'
import { type Exchange, fieldsOf, refOf, tellIgnored } from '../api/exchange.ts'
import { NoParams, OTHERWISE } from '../api/operations.ts'
import { change } from '../db/db.ts'
import { bodyOf } from '../http/credentials.ts'
import { addOptions } from '../polls/add-options.ts'
import { closePoll } from '../polls/close-poll.ts'
import { discardPoll } from '../polls/discard-poll.ts'
import { editPoll } from '../polls/edit-poll.ts'
import { holdPoll } from '../polls/hold-poll.ts'
import { loadPollForKey } from '../polls/load-poll.ts'
import { openPoll, reopenPoll } from '../polls/open-poll.ts'
import { publishOutcome } from '../polls/outcomes/publish-outcome.ts'
import { remindUndecided } from '../polls/remind-undecided.ts'
import { commandOf } from './authorize-key.ts'
import { requirePollMatch } from './etags.ts'
import { ClosingParams, OptionParams, OutcomeParams, readClosingTime } from './poll-act-params.ts'
import { holdWithMembers, lookingAfter, turn } from './poll-turn.ts'
import { route } from './route.ts'

const about = { tag: 'Polls', says: 'The updated poll: polls[0].' }

const open = route({
  ...lookingAfter,
  method: 'POST',
  path: '/polls/:ref/open',
  body: ClosingParams,
  does: {
    ...about,
    id: 'openPoll',
    summary: 'Open poll',
    description: 'Opens a draft until closing_at and notifies everyone who has a ballot.',
  },
  run: (asked) => turn(asked, (act, { id }) => openPoll(act, id, closingOf(asked))),
})

const reopen = route({
  ...lookingAfter,
  method: 'POST',
  path: '/polls/:ref/reopen',
  body: ClosingParams,
  does: {
    ...about,
    id: 'reopenPoll',
    summary: 'Reopen poll',
    description: 'Reopens a closed poll until closing_at; its ballots are kept. Not for anonymous polls.',
  },
  run: (asked) =>
    turn(asked, (act, { id }) => reopenPoll(act, id, closingOf(asked)), { hold: holdWithMembers }),
})

const close = route({
  ...lookingAfter,
  method: 'POST',
  path: '/polls/:ref/close',
  does: {
    ...about,
    id: 'closePoll',
    summary: 'Close poll',
    description: 'Ends voting now. The result of an anonymous poll is final: it cannot be reopened.',
  },
  run: (asked) =>
    turn(asked, async (act, { id }) => {
      fieldsOf(asked, NoParams)
      await closePoll(act, id)
    }),
})

const widen = route({
  ...lookingAfter,
  method: 'POST',
  path: '/polls/:ref/options',
  body: OptionParams,
  does: {
    ...about,
    id: 'addOptions',
    summary: 'Add options',
    description:
      'Adds options to a draft or an open poll; ballots already cast have no answer for them. Not for proposals, not for an open poll whose options have costs, and not for an anonymous poll in which someone has voted (409 poll_anonymous): ballots without the new option would stand out.',
  },
  run: (asked) =>
    turn(asked, async (act, { id }) => {
      const { options } = fieldsOf(asked, OptionParams)
      await addOptions(act, id, options)
    }),
})

const edit = route({
  ...lookingAfter,
  method: 'PATCH',
  path: '/polls/:ref',
  body: PollChanges,
  does: {
    ...about,
    id: 'changePoll',
    summary: 'Change poll',
    description: `Changes the given fields of a draft or an open poll. Of a closed poll only the tags can be changed. ${OTHERWISE}`,
  },
  run: (asked) =>
    turn(asked, async (act, poll, now) => {
      const { ignored, ...asks } = readPollChanges(poll, now, bodyOf(asked.request))
      tellIgnored(asked.reply, ignored)
      await editPoll(act, poll.id, asks)
    }),
})

const discard = route({
  ...lookingAfter,
  method: 'DELETE',
  path: '/polls/:ref',
  does: {
    ...about,
    id: 'deletePoll',
    summary: 'Delete poll',
    description:
      'Deletes a poll: it can no longer be found anywhere and accepts no votes, and nobody is notified.',
    says: 'The deleted poll: polls[0].',
  },
  run: (asked) =>
    change(asked.db, commandOf(asked).actor, async (act) => {
      const { key, request } = asked
      const { poll } = await holdPoll(act, key.group_id, refOf(request))
      await requirePollMatch(act.tx, request, poll.id)
      const answer = pollEnvelope(await loadPollForKey(act.tx, request.keyHash, { id: poll.id }))
      await discardPoll(act, poll.id)
      return answer
    }),
})

const remind = route({
  ...lookingAfter,
  method: 'POST',
  path: '/polls/:ref/remind',
  does: {
    ...about,
    id: 'remindVoters',
    summary: 'Remind voters',
    description: 'Reminds everyone who has a ballot and has not voted, at most once in twelve hours.',
  },
  run: (asked) =>
    turn(asked, async (act, { id }) => {
      fieldsOf(asked, NoParams)
      await remindUndecided(act, id)
    }),
})

const conclude = route({
  ...lookingAfter,
  method: 'POST',
  path: '/polls/:ref/outcomes',
  body: OutcomeParams,
  does: {
    ...about,
    id: 'createOutcome',
    summary: 'Publish outcome',
    description:
      'Publishes the outcome of a closed poll and notifies the people concerned. Publishing again replaces the previous outcome and notifies nobody, unless a meeting gets a different time.',
    says: 'The outcome: outcomes[0].',
  },
  run: (asked) =>
    turn(
      asked,
      async (act, { id: poll_id }) => {
        const { statement, review_on = null, poll_option_id = null } = fieldsOf(asked, OutcomeParams)
        await publishOutcome(act, { poll_id, statement, review_on, poll_option_id })
      },
      { shape: (shown) => rootedIn('outcomes', shown) },
    ),
})

/** Actions of a poll's facilitators. */
export const pollActRoutes = [open, reopen, close, widen, edit, discard, remind, conclude]

function closingOf({ request, reply }: Exchange): Date {
  const { closing_at, ignored } = readClosingTime(bodyOf(request))
  tellIgnored(reply, ignored)
  return closing_at
}
