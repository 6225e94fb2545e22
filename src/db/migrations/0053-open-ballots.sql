-- Polls in which anyone with a link may vote, besides the electorate. These votes are stored separately: nothing that
-- counts ballots reads them.
alter table polls
  add column open_link boolean not null default false,
  add constraint polls_open_are_named check (not (open_link and anonymous));

-- Only the hash of the token is stored.
create table open_links (
  id bigint generated always as identity primary key,
  poll_id bigint not null references polls on delete cascade,
  hash bytea not null unique check (octet_length(hash) = 32),
  made_by bigint not null references users,
  most int check (most between 1 and 10000),
  voted int not null default 0,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  check (voted >= 0 and (most is null or voted <= most))
);
create index open_links_of_poll on open_links (poll_id, id);

-- Scores by option slot, as in ballots. `browser_hash`: a hash of the poll and of a token that only the browser has, so that nobody
-- can see that the same browser voted in two polls.
create table open_ballots (
  id bigint generated always as identity primary key,
  poll_id bigint not null references polls on delete cascade,
  link_id bigint not null references open_links on delete cascade,
  browser_hash bytea not null unique check (octet_length(browser_hash) = 32),
  name text not null check (char_length(name) between 1 and 200),
  email text check (char_length(email) <= 320),
  scores int[] not null,
  cast_at timestamptz not null default now()
);
create index open_ballots_of_poll on open_ballots (poll_id, id);
create index open_ballots_of_link on open_ballots (link_id);
create index open_ballots_of_address on open_ballots (lower(email)) where email is not null;

-- Their totals, like those of ballots; in the same row, so that caches of a poll notice when they change.
alter table tallies
  add column open_count int not null default 0 check (open_count >= 0),
  add column open_sums bigint[] not null default '{}',
  add column open_answers int[] not null default '{}',
  add column open_supports int[] not null default '{}',
  -- When votes were last refused because there were too many at once.
  add column open_flooded_at timestamptz;
