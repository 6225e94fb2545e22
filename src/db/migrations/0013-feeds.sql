-- Addresses for a person's calendar and feed reader, which work without signing in: one calendar per person, and one feed
-- per group. The token is never stored. A new address ends the previous one.
create table feeds (
  id bigint generated always as identity primary key,
  hash bytea not null unique check (octet_length(hash) = 32),
  user_id bigint not null references users,
  -- Null: the calendar.
  group_id bigint references groups,
  created_at timestamptz not null default now()
);
create unique index feeds_of_user on feeds (user_id, coalesce(group_id, 0));

-- Calendars also show polls that closed recently.
create index polls_closed on polls (group_id, closed_at) where closed_at is not null;

-- The meeting time that the poll of an email decided on, for calendar programs; null in all other emails.
alter table mail_bodies add column meeting jsonb;
