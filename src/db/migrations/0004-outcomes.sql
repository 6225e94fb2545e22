-- Published outcomes of polls. The latest one is valid; earlier ones are kept.
create table outcomes (
  id bigint generated always as identity primary key,
  poll_id bigint not null references polls,
  poll_option_id bigint,
  group_id bigint not null references groups,
  author_id bigint not null references users,
  statement text not null check (char_length(statement) between 1 and 10000),
  statement_format text not null default 'md' check (statement_format in ('md', 'html')),
  review_on date,
  created_at timestamptz not null default now()
);
create index outcomes_of_poll on outcomes (poll_id, id);
create index outcomes_of_group on outcomes (group_id, id);

-- When someone last sent a reminder to people who have not voted.
alter table polls add column reminded_at timestamptz;
