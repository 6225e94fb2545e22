-- Whether a ballot that was taken back goes on counting in "N of M voted", as the statement that asks found
-- it. In an open anonymous poll each does: were M to fall for those alone who had not voted, the leaving of
-- one would tell whether they had.
create or replace function counts_on(of_poll bigint, holder bigint) returns boolean
language sql stable as $$
  select exists (
    select 1 from electorate e join polls p on p.id = e.poll_id
    where e.poll_id = of_poll and e.user_id = holder and p.anonymous and e.withdrawn_at >= p.opened_at)
$$;
