-- A signed-in browser. The token itself is never stored.
create table sessions (
  id bigint generated always as identity primary key,
  hash bytea not null unique check (octet_length(hash) = 32),
  user_id bigint not null references users,
  -- The browser's User-Agent header at sign-in, shortened: for the list in /account.
  browser text check (char_length(browser) <= 200),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_of_user on sessions (user_id);
