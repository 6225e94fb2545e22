import type { Json } from '../db/json-rows.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { MailKind } from '../events/mail-rule.ts'
import type { HeldBallot } from '../members/visits/visit.ts'
import type { Standing } from './outgoing.ts'
import type { CancelledMeeting, Meeting } from './texts/meeting.ts'

export type OutgoingRow = Omit<Standing, 'ballot_holder' | 'voted'> & {
  ballot: HeldBallot | null
  id: number
  kind: MailKind
  user_id: number
  email: string
  only_undecided: boolean
  discreet: boolean
  resends: number
  subject: string
  text_body: string
  html_body: string
  meeting: Meeting | null
  cancels: CancelledMeeting | null
  event: Json
  group: { id: number; handle: string; name: string }
  thread: { id: number; key: string } | null
  poll: Json | null
  outcome: Json | null
  now: Date
}

const byId = sql<{ id: number }, OutgoingRow>(
  'outgoing.by_id',
  `select m.id, m.kind, m.user_id, u.email, m.only_undecided, m.discreet, m.resends, b.subject, b.text_body, b.html_body,
     b.meeting, b.cancels,
     json_build_object('id', e.id, 'kind', e.kind, 'created_at', e.created_at) as event,
     json_build_object('id', g.id, 'handle', g.handle, 'name', g.name) as group,
     case when m.poll_id is null and d.id is not null then json_build_object('id', d.id, 'key', d.key) end as thread,
     case when p.id is not null then json_build_object('id', p.id, 'key', p.key, 'opened_at', p.opened_at,
       'closing_at', p.closing_at, 'closed_at', p.closed_at) end as poll,
     (select json_build_object('created_at', o.created_at, 'replaced', exists (
        select 1 from events n where n.poll_id = o.poll_id and n.subject_type = 'Outcome' and n.subject_id > o.id
          and (m.kind = 'outcome_review' or exists (
            select 1 from mails l where l.event_id = n.id and l.user_id = m.user_id and l.kind = 'outcome'))))
      from outcomes o where e.subject_type = 'Outcome' and o.id = e.subject_id) as outcome,
     exists (select 1 from mutes x where x.user_id = m.user_id and x.group_id = m.group_id) as muted,
     ms.id is not null as member, ms.accepted_at is not null as accepted,
     exists (select 1 from thread_guests t where t.discussion_id = m.discussion_id and t.user_id = m.user_id)
       or (m.poll_id is null and m.discussion_id is not null and may_read_thread(m.discussion_id, m.user_id)) as thread_guest,
     e.subject_type = 'Comment' and not exists (
       select 1 from comments c where c.id = e.subject_id and c.deleted_at is null) as comment_deleted,
     m.kind = 'meeting_cancelled' and (
       exists (select 1 from mails l where l.poll_id = m.poll_id and l.user_id = m.user_id
         and l.kind = 'meeting_cancelled' and l.event_id > m.event_id)
       or exists (select 1 from events n join mails l on l.event_id = n.id and l.user_id = m.user_id and l.kind = 'outcome'
         where n.poll_id = m.poll_id and n.subject_type = 'Outcome' and n.id > m.event_id)) as overtaken,
     held_ballot(m.poll_id, m.user_id) as ballot,
     now() as now
   from mails m join mail_bodies b on b.hash = m.body_hash join users u on u.id = m.user_id
   join events e on e.id = m.event_id join groups g on g.id = m.group_id
   left join discussions d on d.id = m.discussion_id and d.discarded_at is null
   left join polls p on p.id = m.poll_id and p.discarded_at is null
   left join memberships ms on ms.group_id = m.group_id and ms.user_id = m.user_id and ms.revoked_at is null
   where m.id = :id`,
)

/** The facts of one mail about to be sent. Null: it is gone. */
export function readOutgoing(db: Queryable, id: number): Promise<OutgoingRow | null> {
  return byId.first(db, { id })
}
