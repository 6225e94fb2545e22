-- Anonymous ballots lie in boxes that one key opens, and that key is destroyed once they are counted.
--
-- 0.1.0 kept them in the clear in `urn`, with running totals in `tallies` and `shown_tallies`. Its processes may go on beside
-- newer ones, so these tables stay for one release: what lands in `urn` is moved into boxes within a second.
alter table polls
  -- The public half, in hex. Null: not anonymous, not opened yet, or opened by 0.1.0 and sealed before it was given one.
  add column urn_key text check (urn_key ~ '^[0-9a-f]{64}$'),
  -- When the private half was destroyed: after that nobody opens a box of this poll, wherever it was copied to.
  add column key_destroyed_at timestamptz,
  -- Since when the private half has been missing though it is needed. It may be found again.
  add column key_missing_at timestamptz,
  -- When ballots that 0.1.0 had stored in the clear were last moved into boxes: those cast before are protected less well.
  add column boxed_at timestamptz,
  -- When what 0.1.0 left of single votes in files was cleaned, as far as that can be done.
  add column cleaned_at timestamptz;

create index polls_without_key on polls (id)
  where anonymous and opened_at is not null and closed_at is null and urn_key is null;
create index polls_with_key_left on polls (id)
  where urn_key is not null and sealed_at is not null and key_destroyed_at is null;
create index polls_with_key on polls (id) where urn_key is not null and sealed_at is null;
create index polls_with_traces on polls (id)
  where anonymous and sealed_at is not null and cleaned_at is null and (urn_key is null or boxed_at is not null);

-- The ballots of an open anonymous poll. `tag` is random: it stands for nothing, and orders the rows by nothing.
create table urn_boxes (
  tag bytea primary key check (octet_length(tag) = 32),
  poll_id bigint not null,
  box bytea not null
);
create index urn_boxes_of_poll on urn_boxes (poll_id);

-- Private halves, each under the service's secret. Empty with the bundled database: there they are files.
create table urn_keys (
  public_key text primary key check (public_key ~ '^[0-9a-f]{64}$'),
  wrapped bytea not null
);

-- Running totals give single votes away.
update polls set hide_results = 'until_closed' where anonymous and hide_results <> 'until_closed';

-- A process of 0.1.0 knows nothing of boxes: it would count an urn without them. It is told to come back later, and by then
-- a newer process has sealed the poll.
create function keep_boxes() returns trigger language plpgsql as $$
begin
  if exists (select 1 from urn_boxes where poll_id = new.id) then
    raise exception 'poll % has ballots in boxes', new.id using errcode = 'lock_not_available';
  end if;
  return new;
end
$$;
create trigger polls_keep_boxes before update of sealed_at on polls
  for each row when (old.sealed_at is null and new.sealed_at is not null) execute function keep_boxes();
