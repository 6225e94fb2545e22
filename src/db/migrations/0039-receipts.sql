-- Anonymous polls can give each voter a signed receipt for the ballot. In this case the question and the rules are signed
-- when voting opens, and cannot change.
alter table polls
  add column receipts boolean not null default false,
  add constraint polls_receipts_are_anonymous check (anonymous or not receipts);

create table poll_manifests (
  poll_id bigint primary key references polls on delete cascade,
  -- Canonical JSON, exactly as signed.
  manifest text not null,
  -- Null: not signed yet. The public key is in hex.
  public_key text,
  signature bytea
);
create index poll_manifests_unsigned on poll_manifests (poll_id) where public_key is null;

-- A process of the previous release has no receipts and would seal the ballots without them. It gets an error
-- and retries later; by then a newer process has sealed the poll.
create function keep_receipts() returns trigger language plpgsql as $$
begin
  if exists (select 1 from sealed_ballots where poll_id = new.id and octet_length(nonce) <> 32) then
    raise exception 'poll % gives receipts', new.id using errcode = 'lock_not_available';
  end if;
  return new;
end
$$;
create trigger polls_keep_receipts before update of sealed_at on polls
  for each row when (new.receipts and old.sealed_at is null and new.sealed_at is not null)
  execute function keep_receipts();
