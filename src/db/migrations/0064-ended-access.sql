-- The browser that began to add a passkey or to link a login: when its session ends, nothing is added any more.
alter table passkey_challenges add column session_id bigint references sessions on delete cascade;
create index passkey_challenges_of_session on passkey_challenges (session_id) where session_id is not null;
alter table provider_attempts add column session_id bigint references sessions on delete set null;
create index provider_attempts_of_session on provider_attempts (session_id) where session_id is not null;

-- Every session says when its person proved who they are. One of a process that does not know the column counts
-- as not proven: its person is asked once more.
alter table sessions alter column proven_at drop default;

-- Browsers in which a person has signed in. Requests of other browsers never use up their limits.
create table known_browsers (
  -- The SHA-256 of the person's id and the browser's cookie: nobody can tell which people share a browser.
  hash bytea primary key check (octet_length(hash) = 32),
  user_id bigint not null references users on delete cascade,
  signed_in_at timestamptz not null default now()
);
create index known_browsers_of_user on known_browsers (user_id);
create index known_browsers_age on known_browsers (signed_in_at);
create trigger known_browsers_of_erased after insert on known_browsers
  for each row execute function keep_nothing_of_erased();

-- Requested in a browser in which its person has signed in before, or is signed in.
alter table sign_ins add column from_known boolean not null default false;

-- People end all links that were sent to them.
create index personal_links_of_user on personal_links (user_id);

-- What was typed into a form whose person has to sign in again is kept for a short time.
create index form_drafts_again on form_drafts (saved_at) where place like 'again %';
