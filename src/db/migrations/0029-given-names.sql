-- What somebody is called in one group who has given no name of their own: by an admin of it, or by whoever invited them.
create table given_names (
  group_id bigint not null references groups,
  user_id bigint not null references users,
  name text not null check (name <> ''),
  -- Null: from the command line.
  given_by bigint references users,
  given_at timestamptz not null default now(),
  primary key (group_id, user_id)
);
