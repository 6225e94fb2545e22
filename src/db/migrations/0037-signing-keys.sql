-- The public keys that verify this service's signatures, kept forever: current and retired ones. The
-- private key is a file and never stored here.
create table signing_keys (
  public_key text primary key check (public_key ~ '^[0-9a-f]{64}$'),
  started_at timestamptz not null default now(),
  -- Null: the current key. All machines on this database sign with it.
  retired_at timestamptz
);
create unique index signing_keys_present on signing_keys ((retired_at is null)) where retired_at is null;
