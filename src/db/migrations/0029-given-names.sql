-- A name in one group for people who have not entered one: set by an admin, or by the person who invited them.
create table given_names (
  group_id bigint not null references groups,
  user_id bigint not null references users,
  name text not null check (name <> ''),
  -- Null: the command line.
  given_by bigint references users,
  given_at timestamptz not null default now(),
  primary key (group_id, user_id)
);
