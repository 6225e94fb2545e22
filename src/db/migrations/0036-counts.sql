-- How a poll's ballots are counted, how many options it elects, and what was elected.
alter table polls
  -- Null: by the default method of the poll's type.
  add column count_method text,
  add column seats smallint not null default 1 check (seats between 1 and 200),
  -- What can be spent by equal shares; its options have costs.
  add column budget int check (budget > 0),
  -- The slots of the elected options, in the order of their election.
  add column elected_slots smallint[],
  -- The closing whose count this is: another one makes it void. Null: never counted.
  add column elected_at timestamptz;

alter table poll_options add column cost int check (cost > 0);

-- The whole count of a closed poll, as it was made then.
create table poll_counts (
  poll_id bigint primary key references polls on delete cascade,
  count jsonb not null,
  -- What other methods would have elected: [{method, elected}].
  others jsonb not null
);

create index polls_uncounted on polls (closed_at)
  where closed_at is not null and elected_at is distinct from closed_at and (not anonymous or sealed_at is not null)
    and discarded_at is null;
