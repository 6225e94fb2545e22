import { fieldsOf, refOf } from '../api/exchange.ts'
import { VotersEnvelope, votersEnvelope } from '../api/voters-envelope.ts'
import { inviteVoters } from '../polls/ballots/invite-voters.ts'
import { loadVoters } from '../polls/ballots/load-voters.ts'
import { loadPollForKey } from '../polls/load-poll.ts'
import { readPaging, VoterPaging } from './paging.ts'
import { InviteParams } from './poll-act-params.ts'
import { holdWithMembers, lookingAfter, turn } from './poll-turn.ts'
import { route } from './route.ts'

const invite = route({
  ...lookingAfter,
  method: 'POST',
  path: '/polls/:ref/voters',
  body: InviteParams,
  does: {
    id: 'inviteVoters',
    tag: 'Polls',
    summary: 'Invite voters',
    description:
      'Gives these people a ballot, whether or not they are members of the group, and notifies those who had none.',
    says: 'The updated poll: polls[0].',
  },
  run: (asked) =>
    turn(
      asked,
      async (act, { id: poll_id }) => {
        const { emails = [], user_ids = [] } = fieldsOf(asked, InviteParams)
        await inviteVoters(act, { poll_id, emails, user_ids })
      },
      { hold: holdWithMembers },
    ),
})

const list = route({
  ...lookingAfter,
  method: 'GET',
  path: '/polls/:ref/voters',
  query: VoterPaging,
  answer: VotersEnvelope,
  does: {
    id: 'listVoters',
    tag: 'Polls',
    summary: 'List voters',
    description:
      "The voters, by id, and whether they have voted, with former ones whose votes count; for anonymous polls, only the poll's counts.",
    says: 'The voters, in voters, with their users; meta.total counts all matching voters.',
  },
  run: async ({ db, request, reply }) => {
    const loaded = await loadPollForKey(db, request.keyHash, refOf(request))
    const { after, ...ask } = readPaging(VoterPaging, request, reply)
    const page = await loadVoters(db.pool, loaded.poll, {
      ...ask,
      voted: ask.voted ?? null,
      after: after ?? 0,
    })
    return votersEnvelope(loaded, page)
  },
})

/** The people with a ballot in a poll. */
export const voterRoutes = [invite, list]
