-- The conditions for a poll to pass. Without any, people judge the result themselves.
alter table polls
  -- The percentage of voters who must cast a ballot.
  add column quorum_pct smallint check (quorum_pct between 0 and 100),
  -- The shares that options must reach or must not exceed: [{option, percent, of, at}].
  add column thresholds jsonb not null default '[]'
    check (jsonb_typeof(thresholds) = 'array' and jsonb_array_length(thresholds) <= 20),
  -- Whether a single block makes a proposal fail.
  add column no_block boolean not null default false check (not no_block or poll_type = 'proposal');
