-- People who may run the service besides the admins of the first group.
create table instance_admins (
  user_id bigint primary key references users,
  -- Null: the command line.
  added_by bigint references users,
  added_at timestamptz not null default now()
);

-- The actions of people who run the service. The group's name at that time: the row outlives the group, so its id is no
-- foreign key.
create table service_events (
  id bigint generated always as identity primary key,
  what text not null check (what ~ '^[a-z]+(_[a-z]+)*$'),
  -- Null: the command line, or a scheduled job.
  actor_id bigint references users,
  group_id bigint,
  group_name text check (char_length(group_name) <= 150),
  user_id bigint references users,
  created_at timestamptz not null default now()
);

-- A suspended group is closed to everyone; a deleted one is permanently removed some time later. Null: neither.
alter table groups add column suspended_at timestamptz;
alter table groups add column deleted_at timestamptz;
create index groups_deleted on groups (deleted_at) where deleted_at is not null;

-- Removing a group looks up the deliveries of its events.
create index webhook_deliveries_of_event on webhook_deliveries (event_id) where event_id is not null;
