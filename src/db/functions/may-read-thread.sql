-- Whether a person may read a thread: members of its group, its guests, and people who were named as voters in
-- one of its polls. A ballot that a member got as a member ends with the membership; a withdrawn invitation
-- ends only those given since.
create or replace function may_read_thread(thread bigint, reader bigint) returns boolean
language sql stable as $$
  select exists (
      select 1 from discussions d join memberships m on m.group_id = d.group_id
      where d.id = thread and m.user_id = reader and m.revoked_at is null)
    or exists (select 1 from thread_guests t where t.discussion_id = thread and t.user_id = reader)
    or exists (
      select 1 from electorate e cross join lateral (select * from polls where id = e.poll_id limit 1) p
      where p.discussion_id = thread and p.discarded_at is null
        and e.user_id = reader and e.issued_as = 'named' and e.withdrawn_at is null
        and not exists (select 1 from memberships x
          where x.group_id = p.group_id and x.user_id = reader and x.revoked_at >= e.issued_at
            and (x.accepted_at is not null or e.issued_at >= x.created_at)))
$$;
