-- Anonymous ballots are encrypted in boxes with one key, which is destroyed once they are counted.
--
-- 0.1.0 stored them unencrypted in `urn`, with running totals in `tallies` and `shown_tallies`. Its processes may run beside
-- newer ones, so these tables stay for one release: rows in `urn` are moved into boxes within a second.
alter table polls
  -- The public key, in hex. Null: not anonymous, not opened yet, or opened by 0.1.0 and sealed before it got one.
  add column urn_key text check (urn_key ~ '^[0-9a-f]{64}$'),
  -- When the private key was destroyed: since then nobody can open a box of this poll, or a copy of it.
  add column key_destroyed_at timestamptz,
  -- Since when the private key has been missing although it is needed. It may be restored.
  add column key_missing_at timestamptz,
  -- When ballots that 0.1.0 had stored unencrypted were last moved into boxes: earlier ones are less well protected.
  add column boxed_at timestamptz,
  -- When the traces of single votes that 0.1.0 left in files were cleaned, as far as possible.
  add column cleaned_at timestamptz;

create index polls_without_key on polls (id)
  where anonymous and opened_at is not null and closed_at is null and urn_key is null;
create index polls_with_key_left on polls (id)
  where urn_key is not null and sealed_at is not null and key_destroyed_at is null;
create index polls_with_key on polls (id) where urn_key is not null and sealed_at is null;
create index polls_with_traces on polls (id)
  where anonymous and sealed_at is not null and cleaned_at is null and (urn_key is null or boxed_at is not null);

-- The ballots of an open anonymous poll. `tag` is random: it has no meaning, and gives the rows no meaningful order.
create table urn_boxes (
  tag bytea primary key check (octet_length(tag) = 32),
  poll_id bigint not null,
  box bytea not null
);
create index urn_boxes_of_poll on urn_boxes (poll_id);

-- Private keys, encrypted with the service's secret. Empty with the bundled database, where they are files.
create table urn_keys (
  public_key text primary key check (public_key ~ '^[0-9a-f]{64}$'),
  wrapped bytea not null
);

-- Running totals reveal single votes.
update polls set hide_results = 'until_closed' where anonymous and hide_results <> 'until_closed';

-- A process of 0.1.0 has no boxes and would count an urn without them. It gets an error and retries later; by then
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
