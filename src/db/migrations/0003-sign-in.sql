-- Requests to sign in. A request writes the same row for every address, known or unknown. The service looks up
-- the person later, so that neither the response nor its timing reveals who has an account. Stored for a day.
create table sign_ins (
  id bigint generated always as identity primary key,
  -- As typed.
  address text not null check (char_length(address) <= 254),
  -- The SHA-256 of the requesting browser's cookie: the code works only there. Null: a link from the command line.
  browser_hash bytea unique check (octet_length(browser_hash) = 32),
  -- The page to show afterwards: a path of this service.
  next text not null default '/' check (next ~ '^/' and char_length(next) <= 500),
  asked_at timestamptz not null default now(),
  -- Null: the address has not been looked up yet.
  dispatched_at timestamptz,
  -- Null after the lookup: nobody has this address.
  user_id bigint references users,
  -- Created when the email is sent, and again at each attempt. A code is short, so its hash is slow and salted.
  link_hash bytea unique check (octet_length(link_hash) = 32),
  code_hash bytea,
  code_salt bytea,
  origin text check (origin in ('mail', 'command_line')),
  expires_at timestamptz,
  -- How many codes were tried, right or wrong.
  tries int not null default 0,
  used_at timestamptz,
  check ((code_hash is null) = (code_salt is null))
);
create index sign_ins_waiting on sign_ins (id) where dispatched_at is null;
create index sign_ins_age on sign_ins (asked_at);
create index sign_ins_of_user on sign_ins (user_id, asked_at);

-- Recent attempts, counted by a hash of the action and the person: limits that all processes share.
create table attempts (
  hash bytea primary key check (octet_length(hash) = 32),
  count int not null default 1,
  ends_at timestamptz not null
);
create index attempts_age on attempts (ends_at);

-- The link that creates the first group; only while there is no group.
create table setup_links (
  single boolean primary key default true check (single),
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default now()
);

-- Sign-in emails come from no event and belong to no group.
alter table mails
  alter event_id drop not null,
  alter group_id drop not null,
  add sign_in_id bigint unique references sign_ins on delete cascade,
  drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('group_invitation', 'thread_invitation', 'vote_invitation',
    'announcement', 'closing_soon', 'poll_closed', 'sign_in')),
  add check ((kind = 'sign_in') = (sign_in_id is not null)),
  add check ((sign_in_id is null) = (event_id is not null)),
  add check ((sign_in_id is null) = (group_id is not null));
