-- Casts or changes one ballot by an open link, outside the electorate. `the_browser` can change its own ballot, even after the
-- link has ended. Returns 'recorded', 'no_link', 'closed', 'other_options' (the ballot has fewer options than the poll now has),
-- 'ended' or 'used_up' (the limit of the link, or `most_in_all` for the poll). It locks the poll, then the link, then the tally,
-- and reads the clock after it has locked the poll, like cast_ballots.
create or replace function cast_open_ballot(
  the_link bytea, the_browser bytea, voter text, address text, given int[], most_in_all int)
returns text language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  link record;
  poll polls;
  old int[];
begin
  select * into link from open_links where hash = the_link;
  if link.id is null then return 'no_link'; end if;
  select * into poll from polls where id = link.poll_id for share;
  if poll.opened_at is null or poll.closed_at is not null or poll.closing_at <= clock_timestamp()
    or poll.discarded_at is not null or not poll.open_link then return 'closed'; end if;
  if cardinality(given) <> (select count(*) from poll_options where poll_id = poll.id) then return 'other_options'; end if;

  select * into link from open_links where id = link.id for no key update;
  perform from tallies where poll_id = poll.id for no key update;
  select scores into old from open_ballots where browser_hash = the_browser;
  if old is null then
    if link.ended_at is not null then return 'ended'; end if;
    if link.voted >= coalesce(link.most, most_in_all)
      or (select open_count from tallies where poll_id = poll.id) >= most_in_all then return 'used_up'; end if;
    insert into open_ballots (poll_id, link_id, browser_hash, name, email, scores)
    values (poll.id, link.id, the_browser, voter, address, given);
    update open_links set voted = voted + 1 where id = link.id;
  else
    update open_ballots set name = voter, email = address, scores = given, cast_at = now() where browser_hash = the_browser;
  end if;

  update tallies t set open_count = open_count + (old is null)::int, open_sums = add_slots(open_sums, d.sums),
    open_answers = add_slots(open_answers, d.answers)::int[], open_supports = add_slots(open_supports, d.supports)::int[]
  from (
    select array_agg((coalesce(new, 0) - coalesce(before, 0))::bigint order by slot) as sums,
      array_agg(((new is not null)::int - (before is not null)::int)::bigint order by slot) as answers,
      array_agg(((coalesce(new, 0) > 0)::int - (coalesce(before, 0) > 0)::int)::bigint order by slot) as supports
    from unnest(given, old) with ordinality as s(new, before, slot)
  ) d
  where t.poll_id = poll.id;
  return 'recorded';
end
$$;
