import { type Fields, is, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { GROUP_ROW } from '../groups/group.ts'
import { TELLING, TELLING_ROW, TELLING_TABLES, type TellingRow } from '../notifications/telling-rows.ts'
import type { Telling } from '../notifications/timely.ts'
import { POLL_ROW } from '../polls/poll-rows.ts'
import type { Outgoing } from './outgoing.ts'
import { CANCELLED_MEETING_ROW, MEETING_ROW } from './texts/meeting.ts'

export type OutgoingRow = TellingRow & Omit<Outgoing, keyof Telling>

const OUTGOING_ROW: Fields<OutgoingRow> = {
  ...TELLING_ROW,
  id: is.integer,
  user_id: is.integer,
  email: is.text,
  discreet: is.flag,
  resends: is.integer,
  subject: is.text,
  text_body: is.text,
  html_body: is.text,
  meeting: is.nullable(is.jsonOf(MEETING_ROW)),
  cancels: is.nullable(is.jsonOf(CANCELLED_MEETING_ROW)),
  group: is.jsonOf(pick(GROUP_ROW, 'id', 'handle', 'name')),
}

const byId = sql<{ id: number }, OutgoingRow>(
  'outgoing.by_id',
  `select m.id, m.user_id, u.email, m.discreet, m.resends, b.subject, b.text_body, b.html_body, b.meeting, b.cancels,
     json_build_object('id', g.id, 'handle', g.handle, 'name', g.name) as group,
     ${TELLING}
   from mails m join mail_bodies b on b.hash = m.body_hash join users u on u.id = m.user_id
   ${TELLING_TABLES}
   where m.id = :id`,
  OUTGOING_ROW,
)

const heldPolls = sql<{ keys: string[]; group_id: number; user_id: number }, { id: number; key: string }>(
  'outgoing.held_polls',
  `select id, key from polls p where key = any (:keys::text[]) and group_id + 0 = :group_id and discarded_at is null
     and exists (select 1 from electorate e
       where e.poll_id = p.id and e.user_id = :user_id and e.withdrawn_at is null)`,
  pick(POLL_ROW, 'id', 'key'),
)

/** The group's polls with these keys in which the person has a ballot. */
export function readHeldPolls(
  db: Queryable,
  ask: { keys: string[]; group_id: number; user_id: number },
): Promise<{ id: number; key: string }[]> {
  return heldPolls.all(db, ask)
}

/** The facts of a mail about to be sent. Null: it is gone. */
export function readOutgoing(db: Queryable, id: number): Promise<OutgoingRow | null> {
  return byId.first(db, { id })
}
