-- Casts one ballot of an anonymous poll. It stores only a box in the urn and a mark in the electorate.
-- Returns 'recorded', 'already' (the first vote counts), 'closed', 'no_ballot', 'named' (not an anonymous
-- poll), 'other_key' (the box was encrypted for another key than the poll's), 'other_options' (the ballot has
-- fewer options than the poll now has, which would make it recognizable) or 'used' (a box with this tag
-- exists). It locks rows and reads the clock like cast_ballots.
create or replace function cast_in_urn(
  the_poll bigint, voter bigint, the_key text, slots int, the_tag bytea, the_box bytea)
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
  if poll.urn_key is distinct from the_key then return 'other_key'; end if;
  if slots <> (select count(*) from poll_options where poll_id = the_poll) then return 'other_options'; end if;

  select * into paper from electorate where poll_id = the_poll and user_id = voter for no key update;
  if paper.user_id is null or paper.withdrawn_at is not null then return 'no_ballot'; end if;
  if paper.voted then return 'already'; end if;

  insert into urn_boxes (tag, poll_id, box) values (the_tag, the_poll, the_box) on conflict do nothing;
  if not found then return 'used'; end if;
  update electorate set voted = true where poll_id = the_poll and user_id = voter;
  return 'recorded';
end
$$;

-- The version that processes of 0.1.0 call, which have no boxes. Remove it in the release after next. A job
-- moves the stored ballot into a box within a second. The totals stay unchanged, because changes in them would
-- reveal who voted how.
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
  return 'recorded';
end
$$;
