-- How a poll's ballots are counted, how many options are elected, and which ones were.
alter table polls
  -- Null: the default method of the poll's type.
  add column count_method text,
  add column seats smallint not null default 1 check (seats between 1 and 200),
  -- The budget for equal shares; the poll's options have costs.
  add column budget int check (budget > 0),
  -- The slots of the elected options, in the order of their election.
  add column elected_slots smallint[],
  -- The closing that this count belongs to; after another closing it is void. Null: never counted.
  add column elected_at timestamptz;

alter table poll_options add column cost int check (cost > 0);

-- The complete count of a closed poll, stored when it closed.
create table poll_counts (
  poll_id bigint primary key references polls on delete cascade,
  count jsonb not null,
  -- What other methods would have elected: [{method, elected}].
  others jsonb not null
);

create index polls_uncounted on polls (closed_at)
  where closed_at is not null and elected_at is distinct from closed_at and (not anonymous or sealed_at is not null)
    and discarded_at is null;
