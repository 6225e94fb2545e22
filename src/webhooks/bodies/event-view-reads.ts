import { is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { MEMBERSHIP_ROW, type Membership } from '../../groups/group.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { OWN_BALLOT_ROW, type OwnBallot, VOTER_ROW, type Voter } from '../../polls/ballots/ballot-rows.ts'
import { USER_ROW, type User } from '../../users/user.ts'

export type DoneRow = {
  event_id: number
  actor: JsonOf<User> | null
  membership: JsonOf<Membership> | null
  member: JsonOf<User> | null
}

const done = sql<{ event_ids: number[] }, DoneRow>(
  'webhooks.done',
  `select e.id as event_id, row_to_json(a) as actor, row_to_json(m) as membership, row_to_json(u) as member
   from events e left join lateral ${usersIn('e.group_id')} a on a.id = e.actor_id
   left join memberships m on e.subject_type = 'Membership' and m.id = e.subject_id
   left join lateral ${usersIn('e.group_id')} u on u.id = m.user_id
   where e.id = any (:event_ids::bigint[])`,
  {
    event_id: is.integer,
    actor: is.nullable(is.jsonOf(USER_ROW)),
    membership: is.nullable(is.jsonOf(MEMBERSHIP_ROW)),
    member: is.nullable(is.jsonOf(USER_ROW)),
  },
)

export type VoteRow = { event_id: number; ballot: JsonOf<OwnBallot>; voter: JsonOf<Voter> }

const votes = sql<{ event_ids: number[] }, VoteRow>(
  'webhooks.votes',
  `select e.id as event_id, json_build_object('user_id', v.user_id, 'inviter_id', v.inviter_id, 'issued_as', v.issued_as,
       'issued_at', v.issued_at, 'voted', v.voted, 'api_key_id', b.api_key_id) as voter,
     json_build_object('id', b.id, 'scores', b.scores, 'reason', b.reason, 'reason_format', b.reason_format,
       'cast_at', b.cast_at, 'api_key_id', b.api_key_id, 'cast_by', k.name) as ballot
   from events e join ballots b on b.poll_id = e.poll_id and b.user_id = e.actor_id
   join electorate v on v.poll_id = b.poll_id and v.user_id = b.user_id
   left join api_keys k on k.id = b.api_key_id
   where e.id = any (:event_ids::bigint[])`,
  { event_id: is.integer, ballot: is.jsonOf(OWN_BALLOT_ROW), voter: is.jsonOf(VOTER_ROW) },
)

/** The current content of these votes, with their voters: only after the gate allowed both. */
export async function readVotes(db: Queryable, event_ids: number[]): Promise<VoteRow[]> {
  return event_ids.length === 0 ? [] : votes.all(db, { event_ids })
}

/** Actors and affected people of these events. */
export function readDone(db: Queryable, event_ids: number[]): Promise<DoneRow[]> {
  return done.all(db, { event_ids })
}
