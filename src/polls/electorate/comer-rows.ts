/**
 * Tables of a statement: `comers` are the people whom a poll, opened again, would give a ballot, unless it is
 * refused. They include those who have one. Guests who are invited to the group have theirs as guests.
 */
export const COMERS = `members as materialized (
     select m.user_id, m.accepted_at is not null as joined from polls p
     join memberships m on m.group_id = p.group_id and m.revoked_at is null
     where p.id = :poll_id
       and (not p.specified_voters_only
            or exists (select 1 from electorate e where e.poll_id = p.id and e.user_id = m.user_id))
   ), guests as materialized (
     select t.user_id from polls p join thread_guests t on t.discussion_id = p.discussion_id
     where p.id = :poll_id and not p.specified_voters_only
       and not exists (select 1 from members m where m.user_id = t.user_id and m.joined)
   ), comers as (
     select m.user_id, 'member' as issued_as from members m
     where not exists (select 1 from guests g where g.user_id = m.user_id)
     union all select user_id, 'thread_guest' from guests
   )`
