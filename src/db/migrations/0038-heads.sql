-- The result of every closing of a poll, in a few signed lines: the question and the rules (manifest), and the
-- roots of the ballots and of the electoral roll. Each contains the hash of the previous one in its group.
create table poll_heads (
  poll_id bigint not null references polls on delete cascade,
  -- 1, 2, …: a named poll can be reopened.
  closing int not null check (closing > 0),
  group_id bigint not null,
  -- The place in the chain of the group.
  place int not null check (place > 0),
  -- Canonical JSON, and the text of the head, exactly as signed.
  manifest text not null,
  head text not null,
  -- The salts of voters, reasons and roll entries are derived from it.
  secret bytea not null check (octet_length(secret) = 32),
  -- The names of the API keys that cast ballots for voters, by user id, because keys can be renamed later.
  cast_by jsonb not null,
  -- Null: not signed yet. The public key is in hex.
  public_key text,
  manifest_signature bytea,
  head_signature bytea,
  primary key (poll_id, closing),
  unique (group_id, place)
);
create index poll_heads_unsigned on poll_heads (poll_id) where public_key is null;
