-- Adds two arrays slot by slot. The result is as long as the longer one; a missing slot counts as 0.
create or replace function add_slots(bigint[], bigint[]) returns bigint[]
language sql immutable parallel safe as $$
  select coalesce(array_agg(coalesce(a, 0) + coalesce(b, 0) order by slot), '{}')
  from unnest($1, $2) with ordinality as t(a, b, slot)
$$;

-- Casts named ballots in one round trip. `votes` is an array of {"poll_id", "user_id", "scores": [score or
-- null by slot], "reason", "reason_format", "api_key_id"}; the caller has validated them. "email", the address
-- of the voter, can replace "user_id". `api_key_id` is the API key that casts the ballot for the voter, or
-- null. A vote can have conditions, which are checked under the locks: "since", the time of the vote that the
-- voter last saw, null for none; "as_read", the poll as the voter saw it: {"version", "option_ids":
-- [ascending]}; and "rules", the state in which the vote was validated: {"poll": the xmin of its row,
-- "options": their number, and for a key "secret": its hash, and "key": the xmins of its rows}. With
-- "reworded_at", when the question was last edited, the same vote as one cast before is recorded again.
--
-- Returns one row per vote, in the same order: 'recorded', 'unchanged', 'closed', 'no_ballot', 'anonymous',
-- 'of_voter' (a key may not change a vote cast by the voter), 'changed' (the poll differs from "as_read"),
-- 'stale' (the current vote is newer than "since", and different), 'moved' ("rules" no longer apply, or the
-- key is no longer valid: read again) or 'busy'. An invalid vote does not affect the others. 'busy' means that
-- another transaction has locked the poll, perhaps for long; if `patient`, the function waits for it. It locks
-- nothing of a busy poll, because the other transaction may need its ballots and tally. A voter's second vote
-- on a poll in one batch is 'busy' too. Each row also has the voter and the current totals of the poll.
--
-- All code that changes ballots locks in the same order: polls (shared, by id), then electorate rows, then
-- tallies. The lock on an electorate row also protects its ballot. The clock is read after the polls are
-- locked: if a poll is being closed, the function waits, and then reads a time after the closing.
--
-- Rows are looked up one by one in an index, and by ctid once they are locked: on a database without
-- statistics, other plans may read whole tables. For the same reason one plan serves batches of every size.
create or replace function cast_votes(votes jsonb, patient boolean)
returns table (place int, outcome text, ballot_id bigint, cast_at timestamptz, poll_id bigint, user_id bigint,
  voters int, cast_count int, sums bigint[], answers int[], supports int[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  at_time timestamptz;
  polls_held bigint[];
  ballot record;
begin
  -- From here on, votes contain ids instead of addresses; null: nobody has this address.
  if jsonb_path_exists(votes, '$[*].email') then
    votes := (select jsonb_agg(case when v.vote ? 'email' then v.vote || jsonb_build_object('user_id',
        (select u.id from users u where lower(u.email) = lower(v.vote->>'email'))) else v.vote end order by v.place)
      from jsonb_array_elements(votes) with ordinality v(vote, place));
  end if;

  polls_held := array(select distinct (v->>'poll_id')::bigint from jsonb_array_elements(votes) v);
  if patient then
    polls_held := array(select id from polls where id = any (polls_held) order by id for share);
  else
    polls_held := array(select id from polls where id = any (polls_held) order by id for share skip locked);
  end if;
  at_time := date_trunc('milliseconds', clock_timestamp());

  for ballot in
    select distinct (v->>'poll_id')::bigint as poll, (v->>'user_id')::bigint as voter
    from jsonb_array_elements(votes) v order by 1, 2
  loop
    continue when ballot.poll <> all (polls_held);
    perform from electorate e where e.poll_id = ballot.poll and e.user_id = ballot.voter for no key update;
  end loop;

  perform from tallies where poll_id = any (polls_held) order by poll_id for no key update;

  return query
  with given as materialized (
    select v.place::int, (v.vote->>'poll_id')::bigint as poll_id, (v.vote->>'user_id')::bigint as user_id,
      array(select s::int from jsonb_array_elements_text(v.vote->'scores') with ordinality t(s, slot) order by slot) as scores,
      (v.vote->>'api_key_id')::bigint as api_key_id, v.vote->>'reason' as reason, coalesce(v.vote->>'reason_format', 'md') as reason_format,
      v.vote ? 'since' as has_since, (v.vote->>'since')::timestamptz as since, v.vote->'as_read' as as_read, v.vote->'rules' as rules,
      (v.vote->>'reworded_at')::timestamptz as reworded_at,
      row_number() over (partition by v.vote->>'poll_id', v.vote->>'user_id' order by v.place) as turn
    from jsonb_array_elements(votes) with ordinality v(vote, place)
  ),
  judged as materialized (
    select g.*, b.id as old_id, b.scores as old_scores, b.reason as old_reason,
      b.reason_format as old_format, b.cast_at as old_cast_at, b.api_key_id as old_key, p.group_id, p.discussion_id,
      e.paper, e.voted,
      -- Two votes of one person never have the same time, because the time identifies a vote.
      greatest(at_time, b.cast_at + interval '1 millisecond') as new_cast_at,
      case
        when g.poll_id <> all (polls_held) or (g.turn > 1 and g.user_id is not null) then 'busy'
        when p.opened_at is null or p.closed_at is not null or p.closing_at <= at_time or p.discarded_at is not null then 'closed'
        when p.anonymous then 'anonymous'
        when g.rules is not null and (p.written <> g.rules->>'poll'
          or (g.rules->>'options')::int <> (select count(*) from poll_options o where o.poll_id = g.poll_id)) then 'moved'
        -- A lookup by index: for "not exists", PostgreSQL may read all keys.
        when g.rules ? 'secret' and (
          select s.api_key_id from key_secrets s join api_keys k on k.id = s.api_key_id
          where s.hash = (g.rules->>'secret')::bytea and format('%s %s', s.xmin, k.xmin) = g.rules->>'key' and k.revoked_at is null
            and coalesce(k.expires_at > at_time, true) and coalesce(s.expires_at > at_time, true)
          limit 1) is null then 'moved'
        when g.as_read is not null and (p.version <> (g.as_read->>'version')::int or g.as_read->'option_ids' <>
          (select coalesce(jsonb_agg(o.id order by o.id), '[]') from poll_options o where o.poll_id = g.poll_id)) then 'changed'
        when e.user_id is null or e.withdrawn_at is not null then 'no_ballot'
        when g.api_key_id is not null and b.id is not null and b.api_key_id is null then 'of_voter'
        when b.scores = g.scores and b.api_key_id is not distinct from g.api_key_id and b.reason is not distinct from g.reason
          and (g.reason is null or b.reason_format = g.reason_format) and coalesce(b.cast_at > g.reworded_at, true) then 'unchanged'
        when g.has_since and b.id is not null and b.cast_at is distinct from g.since
          and (b.scores <> g.scores or b.reason is distinct from g.reason) then 'stale'
        else 'recorded'
      end as outcome
    from given g
    left join lateral (select *, polls.xmin::text as written from polls where id = g.poll_id limit 1) p on true
    left join lateral (select *, electorate.ctid as paper from electorate
      where electorate.poll_id = g.poll_id and electorate.user_id = g.user_id limit 1) e on true
    left join lateral (select * from ballots where ballots.poll_id = g.poll_id and ballots.user_id = g.user_id limit 1) b on true
  ),
  recorded as materialized (select * from judged where outcome = 'recorded'),
  history as (
    insert into superseded_ballots (poll_id, user_id, scores, reason, reason_format, cast_at, superseded_at, api_key_id)
    select poll_id, user_id, old_scores, old_reason, old_format, old_cast_at, new_cast_at, old_key
    from recorded where old_id is not null
  ),
  marked as (
    update electorate e set voted = true where e.ctid = any (array(select paper from recorded where not voted))
  ),
  written as (
    insert into ballots (poll_id, user_id, scores, reason, reason_format, cast_at, api_key_id)
    select poll_id, user_id, scores, reason, reason_format, new_cast_at, api_key_id from recorded order by poll_id, user_id
    on conflict (poll_id, user_id) do update set scores = excluded.scores, reason = excluded.reason,
      reason_format = excluded.reason_format, cast_at = excluded.cast_at, api_key_id = excluded.api_key_id
    returning id, poll_id, user_id
  ),
  changes as (
    select poll_id, slot, sum(coalesce(new, 0) - coalesce(old, 0))::bigint as sums,
      sum((new is not null)::int - (old is not null)::int)::bigint as answers,
      sum((coalesce(new, 0) > 0)::int - (coalesce(old, 0) > 0)::int)::bigint as supports
    from recorded, unnest(scores, old_scores) with ordinality as s(new, old, slot)
    group by poll_id, slot
  ),
  deltas as (
    select poll_id, array_agg(sums order by slot) as sums, array_agg(answers order by slot) as answers,
      array_agg(supports order by slot) as supports,
      (select count(*) from recorded r where r.poll_id = changes.poll_id and r.old_id is null) as cast_count
    from changes group by poll_id
  ),
  tallied as (
    update tallies t set cast_count = t.cast_count + d.cast_count, sums = add_slots(t.sums, d.sums),
      answers = add_slots(t.answers, d.answers)::int[], supports = add_slots(t.supports, d.supports)::int[]
    from deltas d where t.poll_id = d.poll_id and t.poll_id = any (polls_held)
    returning t.*
  ),
  told as (
    insert into events (kind, group_id, discussion_id, poll_id, subject_type, subject_id, actor_id, created_at)
    select case when r.old_id is null then 'stance_created' else 'stance_updated' end,
      r.group_id, r.discussion_id, r.poll_id, 'Stance', w.id, r.user_id, at_time
    from recorded r join written w using (poll_id, user_id) order by r.place
  ),
  -- Unchanged where nothing was recorded.
  totals as materialized (
    select * from tallied
    union all
    select t.* from (select distinct poll_id from judged where outcome = 'unchanged' except select poll_id from recorded) u
    cross join lateral (select * from tallies where tallies.poll_id = u.poll_id limit 1) t
  )
  select j.place, j.outcome, coalesce(w.id, j.old_id),
    case when j.outcome = 'recorded' then j.new_cast_at else j.old_cast_at end,
    j.poll_id, j.user_id, t.voters, t.cast_count, t.sums, t.answers, t.supports
  from judged j left join written w using (poll_id, user_id) left join totals t using (poll_id)
  order by j.place;
end
$$;

-- The same without the totals, for processes of 0.1.0. Remove it in the release after next.
create or replace function cast_ballots(votes jsonb, patient boolean)
returns table (place int, outcome text, ballot_id bigint, cast_at timestamptz)
language plpgsql as $$
begin
  return query select c.place, c.outcome, c.ballot_id, c.cast_at from cast_votes(votes, patient) c order by c.place;
end
$$;
