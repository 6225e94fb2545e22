-- Wishes to sign in. Asking writes the same row for every address, known here or not: who has it is looked up
-- afterwards by the service itself, so that neither the answer nor its time tells. Kept for a day.
create table sign_ins (
  id bigint generated always as identity primary key,
  -- As typed.
  address text not null check (char_length(address) <= 254),
  -- The browser that asked, by the SHA-256 of its cookie: the code counts only there. Null: a link made by hand.
  browser_hash bytea unique check (octet_length(browser_hash) = 32),
  -- Where to go afterwards: an address of this service, without its origin.
  next text not null default '/' check (next ~ '^/' and char_length(next) <= 500),
  asked_at timestamptz not null default now(),
  -- Null: nobody looked yet whose address it is.
  dispatched_at timestamptz,
  -- Null afterwards: nobody's here.
  user_id bigint references users,
  -- Made when the mail is sent, and anew at each try. A code is short: its hash is slow to compute, and salted.
  link_hash bytea unique check (octet_length(link_hash) = 32),
  code_hash bytea,
  code_salt bytea,
  origin text check (origin in ('mail', 'command_line')),
  expires_at timestamptz,
  -- Codes tried, right or wrong.
  tries int not null default 0,
  used_at timestamptz,
  check ((code_hash is null) = (code_salt is null))
);
create index sign_ins_waiting on sign_ins (id) where dispatched_at is null;
create index sign_ins_age on sign_ins (asked_at);
create index sign_ins_of_user on sign_ins (user_id, asked_at);

-- How often something was tried lately, by the hash of what and by whom: limits that all processes share.
create table attempts (
  hash bytea primary key check (octet_length(hash) = 32),
  count int not null default 1,
  ends_at timestamptz not null
);
create index attempts_age on attempts (ends_at);

-- The one link that makes the first group, while there is none.
create table setup_links (
  single boolean primary key default true check (single),
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default now()
);

-- Mails that sign somebody in come from no event and belong to no group.
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
