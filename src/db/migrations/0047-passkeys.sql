-- Passkeys: people sign in with a key of their device. Authenticators identify a person by a random handle.
create table passkey_handles (
  user_id bigint primary key references users on delete cascade,
  handle bytea not null unique
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  credential_id bytea not null unique,
  -- Encoded with COSE.
  public_key bytea not null,
  -- The number of signatures, if the authenticator counts them; otherwise 0.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id, id);

-- Challenges that an authenticator must sign, hashed. Each is used once, in the browser that requested it. With a
-- person: to add a passkey; without: to sign in.
create table passkey_challenges (
  challenge_hash bytea primary key,
  browser_hash bytea not null,
  user_id bigint references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_age on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (user_id) where user_id is not null;

-- Emails about added and removed passkeys.
alter table sign_ins
  drop constraint sign_ins_purpose_check,
  add constraint sign_ins_purpose_check
    check (purpose in ('sign_in', 'new_address', 'old_address', 'join_login', 'passkey_added', 'passkey_removed'));
