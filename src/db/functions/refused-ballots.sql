-- Whether a person has a ballot in this poll, or one that was withdrawn and still counts.
create or replace function holds_ballot(of_poll bigint, holder bigint) returns boolean
language sql stable as $$
  select exists (
    select from electorate e
    where e.poll_id = of_poll and e.user_id = holder
      and (e.withdrawn_at is null or e.voted or counts_on(e.poll_id, e.user_id)))
$$;

-- Whether a person gets no ballot in this poll, because another account had their address and has one.
create or replace function ballot_is_refused(of_poll bigint, comer bigint) returns boolean
language sql stable as $$
  select exists (
    select from refused_ballots r
    where r.user_id = comer and r.poll_id = of_poll and (r.holder_id = 0 or holds_ballot(of_poll, r.holder_id)))
$$;
