-- People who deleted their account. The emptied row stays, because ballots, texts and signed results refer to its id.
alter table users
  add column erased_at timestamptz,
  -- Whether their texts were erased as well.
  add column texts_erased boolean not null default false,
  drop constraint users_check,
  add constraint users_have_addresses check ((bot or erased_at is not null) = (email is null)),
  add constraint users_erased_are_empty check (
    erased_at is null or (not bot and username is null and locale is null and not email_verified));
create index users_erased on users (id) where erased_at is not null;

-- Exports contain everything that a person wrote.
create index comments_of_author on comments (author_id);

-- Names and addresses that still have to be removed from texts written for others. The row is deleted when that
-- is done.
create table erasures (
  user_id bigint primary key references users on delete cascade,
  -- The groups the person was in.
  places bigint[] not null,
  -- Regular expressions.
  patterns text[] not null,
  -- Transactions that began before the end of this one may have read the name.
  transaction text not null default pg_current_xact_id()::text,
  made_at timestamptz not null default now()
);

-- The hashes of reasons that were erased after the closing: the signed root contains them.
create table erased_reasons (
  poll_id bigint not null references polls on delete cascade,
  closing int not null,
  user_id bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (poll_id, closing, user_id)
);
