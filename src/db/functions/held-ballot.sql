-- A person's ballot in a poll as stored, and whether they are still a guest of its thread. The caller decides
-- whether the ballot is valid. Null: the person has none.
create or replace function held_ballot(of_poll bigint, holder bigint) returns json
language sql stable as $$
  select json_build_object('issued_as', e.issued_as, 'voted', e.voted, 'withdrawn', e.withdrawn_at is not null,
    'thread_guest', exists (
      select 1 from polls p join thread_guests t on t.discussion_id = p.discussion_id
      where p.id = of_poll and t.user_id = holder))
  from electorate e where e.poll_id = of_poll and e.user_id = holder
$$;
