-- What people take along: one archive each, made by the clock, and deleted after some days.
create table archives (
  user_id bigint primary key references users on delete cascade,
  -- Of the page that describes it.
  language text not null,
  asked_at timestamptz not null default now(),
  -- Parts that are ready. While it is being made nobody else makes it until the lease ends.
  done int not null default 0,
  leased_until timestamptz,
  made_at timestamptz,
  -- A ZIP file.
  content bytea,
  check ((made_at is null) = (content is null))
);
create index archives_waiting on archives (asked_at) where made_at is null;
create index archives_age on archives (made_at) where made_at is not null;
