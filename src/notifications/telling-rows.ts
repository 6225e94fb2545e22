import { jsonReader, nullableReader } from '../db/json-rows.ts'
import { type Fields, is, type JsonOf, pick } from '../db/row-types.ts'
import { DISCUSSION_ROW } from '../discussions/discussion.ts'
import { EVENT_ROW } from '../events/event.ts'
import { MAIL_KINDS } from '../events/mail-rule.ts'
import { groupStateOf } from '../groups/group-state.ts'
import { holdsBallot } from '../members/visits/visit.ts'
import { HELD_BALLOT_ROW, type HeldBallot } from '../polls/ballots/ballot-rows.ts'
import { OUTCOME_ROW } from '../polls/outcomes/outcome.ts'
import { POLL_ROW } from '../polls/poll-rows.ts'
import type { Telling } from './timely.ts'

type InJson = 'event' | 'poll' | 'outcome'

/** The facts of a message as statements return them. */
export type TellingRow = Omit<Telling, InJson | 'ballot_holder' | 'voted'> & {
  [Part in InJson]: JsonOf<Telling[Part]>
} & { ballot: HeldBallot | null }

const TOLD_EVENT_ROW: Fields<Telling['event']> = pick(EVENT_ROW, 'id', 'kind', 'created_at')
const TOLD_POLL_ROW: Fields<NonNullable<Telling['poll']>> = pick(
  POLL_ROW,
  'id',
  'key',
  'opened_at',
  'closing_at',
  'closed_at',
)
const TOLD_OUTCOME_ROW: Fields<NonNullable<Telling['outcome']>> = {
  ...pick(OUTCOME_ROW, 'created_at', 'withdrawn_at'),
  replaced: is.flag,
}

const toldEvent = jsonReader(TOLD_EVENT_ROW)
const toldPoll = nullableReader(jsonReader(TOLD_POLL_ROW))
const toldOutcome = nullableReader(jsonReader(TOLD_OUTCOME_ROW))

export const TELLING_ROW: Fields<TellingRow> = {
  kind: is.oneOf(MAIL_KINDS),
  only_undecided: is.flag,
  event: is.jsonOf(TOLD_EVENT_ROW),
  thread: is.nullable(is.jsonOf(pick(DISCUSSION_ROW, 'id', 'key'))),
  poll: is.nullable(is.jsonOf(TOLD_POLL_ROW)),
  outcome: is.nullable(is.jsonOf(TOLD_OUTCOME_ROW)),
  active: is.flag,
  muted: is.flag,
  member: is.flag,
  accepted: is.flag,
  thread_guest: is.flag,
  comment_deleted: is.flag,
  overtaken: is.flag,
  planned_again: is.flag,
  ballot: is.nullable(is.jsonOf(HELD_BALLOT_ROW)),
  now: is.instant,
}

/**
 * The columns of TELLING_ROW, where `m` is the message: kind, user, event, group, thread, poll, and whether
 * it goes only to the undecided.
 */
export const TELLING = `m.kind, m.only_undecided,
     json_build_object('id', e.id, 'kind', e.kind, 'created_at', e.created_at) as event,
     case when m.poll_id is null and d.id is not null then json_build_object('id', d.id, 'key', d.key) end as thread,
     case when p.id is not null then json_build_object('id', p.id, 'key', p.key, 'opened_at', p.opened_at,
       'closing_at', p.closing_at, 'closed_at', p.closed_at) end as poll,
     (select json_build_object('created_at', o.created_at, 'withdrawn_at', o.withdrawn_at, 'replaced', exists (
        select 1 from events n where n.poll_id = o.poll_id and n.subject_type = 'Outcome' and n.subject_id > o.id
          and (m.kind = 'outcome_review' or exists (
            select 1 from mails l where l.event_id = n.id and l.user_id = m.user_id and l.kind = 'outcome'))))
      from outcomes o where e.subject_type = 'Outcome' and o.id = e.subject_id) as outcome,
     ${groupStateOf('g')} = 'active' as active,
     exists (select 1 from mutes x where x.user_id = m.user_id and x.group_id = m.group_id) as muted,
     ms.id is not null as member, ms.accepted_at is not null as accepted,
     exists (select 1 from thread_guests t where t.discussion_id = m.discussion_id and t.user_id = m.user_id)
       or (m.poll_id is null and m.discussion_id is not null and may_read_thread(m.discussion_id, m.user_id)) as thread_guest,
     e.subject_type = 'Comment' and not exists (
       select 1 from comments c where c.id = e.subject_id and c.deleted_at is null) as comment_deleted,
     m.kind in ('meeting_cancelled', 'outcome_withdrawn') and (
       exists (select 1 from mails l where l.poll_id = m.poll_id and l.user_id = m.user_id
         and l.kind = 'meeting_cancelled' and l.event_id > m.event_id)
       or m.kind = 'outcome_withdrawn' and exists (select 1 from mails l where l.poll_id = m.poll_id and l.user_id = m.user_id
         and l.kind = 'outcome_withdrawn' and l.event_id > m.event_id)
       or exists (select 1 from events n join mails l on l.event_id = n.id and l.user_id = m.user_id and l.kind = 'outcome'
         where n.poll_id = m.poll_id and n.subject_type = 'Outcome' and n.id > m.event_id)) as overtaken,
     p.id is not null and p.reminder_due_at is not null as planned_again,
     held_ballot(m.poll_id, m.user_id) as ballot,
     now() as now`

/** The tables that these columns are read from, in addition to `m`. */
export const TELLING_TABLES = `join events e on e.id = m.event_id join groups g on g.id = m.group_id
   left join discussions d on d.id = m.discussion_id and d.discarded_at is null
   left join polls p on p.id = m.poll_id and p.discarded_at is null
   left join memberships ms on ms.group_id = m.group_id and ms.user_id = m.user_id and ms.revoked_at is null`

/** The facts of a message that its row has in another form. */
export function tellingOf(row: TellingRow): Pick<Telling, InJson | 'ballot_holder' | 'voted'> {
  const { ballot, event, outcome, poll } = row
  return {
    ballot_holder: holdsBallot(row, ballot),
    voted: ballot?.voted === true && !ballot.withdrawn,
    event: toldEvent(event),
    outcome: toldOutcome(outcome),
    poll: toldPoll(poll),
  }
}
