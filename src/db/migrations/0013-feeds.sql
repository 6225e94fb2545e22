-- Addresses by which a person's calendar and feed reader follow without signing in: one calendar a person, and one feed
-- of each group. The token is never kept, and making an address anew ends the one before.
create table feeds (
  id bigint generated always as identity primary key,
  hash bytea not null unique check (octet_length(hash) = 32),
  user_id bigint not null references users,
  -- Null: the calendar.
  group_id bigint references groups,
  created_at timestamptz not null default now()
);
create unique index feeds_of_user on feeds (user_id, coalesce(group_id, 0));

-- Calendars go on showing what has closed lately.
create index polls_closed on polls (group_id, closed_at) where closed_at is not null;

-- The meeting that a mail's poll settled on, for calendar programs; null in all other mails.
alter table mail_bodies add column meeting jsonb;
