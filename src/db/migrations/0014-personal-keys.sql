-- API keys of people. Such a key acts as its person, with the permissions that the person has at that moment. The text is
-- never stored, only its SHA-256.
create table personal_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  name text not null check (char_length(name) between 1 and 150),
  hash bytea not null unique check (octet_length(hash) = 32),
  prefix text not null,
  last_used_on date,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index personal_keys_of_user on personal_keys (user_id);

-- Responses to their POSTs with an Idempotency-Key, stored for a day.
create table personal_answers (
  personal_key_id bigint not null references personal_keys,
  key text not null check (char_length(key) between 1 and 255),
  route text not null,
  body_hash bytea not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (personal_key_id, key)
);
create index personal_answers_age on personal_answers (created_at);
