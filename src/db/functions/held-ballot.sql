-- A person's ballot in a poll as it is kept, and whether they are a guest of its thread still: what it is
-- worth is decided by who asks. Null: none was given.
create or replace function held_ballot(of_poll bigint, holder bigint) returns json
language sql stable as $$
  select json_build_object('issued_as', e.issued_as, 'voted', e.voted, 'withdrawn', e.withdrawn_at is not null,
    'thread_guest', exists (
      select 1 from polls p join thread_guests t on t.discussion_id = p.discussion_id
      where p.id = of_poll and t.user_id = holder))
  from electorate e where e.poll_id = of_poll and e.user_id = holder
$$;
