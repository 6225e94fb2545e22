-- Whether a withdrawn ballot still counts in "N of M voted", given its row as the calling statement read it.
-- In an open anonymous poll every ballot does: if M decreased only for people who had not voted, it would
-- reveal whether a person who leaves had voted.
create or replace function counts_on(of_poll bigint, holder bigint) returns boolean
language sql stable as $$
  select exists (
    select 1 from electorate e join polls p on p.id = e.poll_id
    where e.poll_id = of_poll and e.user_id = holder and p.anonymous and e.withdrawn_at >= p.opened_at)
$$;
