-- People who left for good. Their row stays, emptied: ballots, texts and signed results name its id.
alter table users
  add column erased_at timestamptz,
  -- What they wrote was erased as well.
  add column texts_erased boolean not null default false,
  drop constraint users_check,
  add constraint users_have_addresses check ((bot or erased_at is not null) = (email is null)),
  add constraint users_erased_are_empty check (
    erased_at is null or (not bot and username is null and locale is null and not email_verified));
create index users_erased on users (id) where erased_at is not null;

-- People ask for all that they wrote.
create index comments_of_author on comments (author_id);

-- Names and addresses that are still to be taken out of what was written for others. The row goes when that
-- is done.
create table erasures (
  user_id bigint primary key references users on delete cascade,
  -- The groups in which the person was.
  places bigint[] not null,
  -- Regular expressions.
  patterns text[] not null,
  -- Transactions that began before the end of this one may have read the name.
  transaction text not null default pg_current_xact_id()::text,
  made_at timestamptz not null default now()
);

-- The hashes of reasons that were erased after the closing: they are under its signed root.
create table erased_reasons (
  poll_id bigint not null references polls on delete cascade,
  closing int not null,
  user_id bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (poll_id, closing, user_id)
);
