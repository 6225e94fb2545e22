-- Casts one ballot of an anonymous poll: a row in the urn and a mark in the electorate, and nothing else
-- that bears the voter. Answers 'recorded', 'already' (the first vote stands), 'closed', 'no_ballot' or
-- 'named' (not an anonymous poll). Locks and clock as in cast_ballots.
--
-- The exact totals move with every vote, and are read by nobody while the poll is open; what is shown
-- moves only when at least `step` new ballots are in, so that no single ballot's arrival can be read off.
create or replace function cast_anonymous_ballot(
  the_poll bigint, voter bigint, ballot uuid, scores int[], salt bytea, step int)
returns text language plpgsql as $$
declare
  poll polls;
  paper electorate;
  at_time timestamptz;
begin
  select * into poll from polls where id = the_poll for share;
  at_time := clock_timestamp();
  if poll.id is null or poll.opened_at is null or poll.closed_at is not null or poll.closing_at <= at_time
    or poll.discarded_at is not null then return 'closed'; end if;
  if not poll.anonymous then return 'named'; end if;

  select * into paper from electorate where poll_id = the_poll and user_id = voter for no key update;
  if paper.user_id is null or paper.withdrawn_at is not null then return 'no_ballot'; end if;
  if paper.voted then return 'already'; end if;

  insert into urn (id, poll_id, choices, nonce) values (ballot, the_poll, scores, salt);
  update electorate set voted = true where poll_id = the_poll and user_id = voter;

  update tallies t set cast_count = t.cast_count + 1,
    sums = add_slots(t.sums, scores),
    answers = add_slots(t.answers, array(select (s is not null)::int from unnest(scores) with ordinality u(s, n) order by n))::int[],
    supports = add_slots(t.supports, array(select (coalesce(s, 0) > 0)::int from unnest(scores) with ordinality u(s, n) order by n))::int[]
  where t.poll_id = the_poll;

  update shown_tallies s set cast_count = t.cast_count, sums = t.sums, answers = t.answers, supports = t.supports
  from tallies t where t.poll_id = the_poll and s.poll_id = the_poll and t.cast_count - s.cast_count >= step;
  return 'recorded';
end
$$;
