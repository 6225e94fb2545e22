-- Exported personal data: one archive per person, created by a scheduled job and deleted after some days.
create table archives (
  user_id bigint primary key references users on delete cascade,
  -- The language of the page in it.
  language text not null,
  asked_at timestamptz not null default now(),
  -- Finished parts. Until the lease ends, no other process works on it.
  done int not null default 0,
  leased_until timestamptz,
  made_at timestamptz,
  -- A ZIP file.
  content bytea,
  check ((made_at is null) = (content is null))
);
create index archives_waiting on archives (asked_at) where made_at is null;
create index archives_age on archives (made_at) where made_at is not null;
