-- People who may run the service besides the admins of the first group.
create table instance_admins (
  user_id bigint primary key references users,
  -- Null: from the command line.
  added_by bigint references users,
  added_at timestamptz not null default now()
);

-- What people who run the service did. The group's name as it was: the row outlives the group, so its id is no
-- foreign key.
create table service_events (
  id bigint generated always as identity primary key,
  what text not null check (what ~ '^[a-z]+(_[a-z]+)*$'),
  -- Null: from the command line, or by the clock.
  actor_id bigint references users,
  group_id bigint,
  group_name text check (char_length(group_name) <= 150),
  user_id bigint references users,
  created_at timestamptz not null default now()
);

-- A suspended group is closed to everybody; a deleted one is removed for good some time later. Null: neither.
alter table groups add column suspended_at timestamptz;
alter table groups add column deleted_at timestamptz;
create index groups_deleted on groups (deleted_at) where deleted_at is not null;

-- To remove a group asks which deliveries an event has.
create index webhook_deliveries_of_event on webhook_deliveries (event_id) where event_id is not null;
