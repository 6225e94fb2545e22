-- What a poll must reach to pass. Nothing set: nothing decides but those who read its result.
alter table polls
  -- The share of the voters who must cast a ballot, in percent.
  add column quorum_pct smallint check (quorum_pct between 0 and 100),
  -- What single options must reach or not exceed: [{option, percent, of, at}].
  add column thresholds jsonb not null default '[]'
    check (jsonb_typeof(thresholds) = 'array' and jsonb_array_length(thresholds) <= 20),
  -- A proposal fails by a single block.
  add column no_block boolean not null default false check (not no_block or poll_type = 'proposal');
