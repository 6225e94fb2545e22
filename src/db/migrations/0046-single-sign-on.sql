-- Logins at OpenID Connect providers. A person has at most one per provider.
create table identities (
  id bigint generated always as identity primary key,
  issuer text not null check (char_length(issuer) <= 500),
  subject text not null check (char_length(subject) <= 255),
  user_id bigint not null references users on delete cascade,
  linked_at timestamptz not null default now(),
  -- Null: linked in the account, and not used since.
  signed_in_at timestamptz,
  unique (issuer, subject),
  unique (user_id, issuer)
);

-- Browsers that were redirected to a provider and have not returned. State, nonce and verifier are derived from the token
-- in the browser's cookie; only its hash is stored.
create table provider_attempts (
  browser_hash bytea primary key,
  provider text not null,
  next text not null,
  -- The person who links a login to their account; null: someone signs in.
  user_id bigint references users on delete cascade,
  started_at timestamptz not null default now()
);
create index provider_attempts_age on provider_attempts (started_at);

-- A code sent to the address of the account to which a new login is to be linked.
alter table sign_ins
  drop constraint sign_ins_purpose_check,
  add constraint sign_ins_purpose_check check (purpose in ('sign_in', 'new_address', 'old_address', 'join_login')),
  add column issuer text,
  add column subject text,
  -- What the provider said about groups; null: nothing.
  add column claimed_groups text[],
  add constraint join_has_login check (purpose <> 'join_login' or (issuer is not null and subject is not null));

-- The provider whose claim made the person a member; null: someone here did.
alter table memberships add column mapped_by text;
