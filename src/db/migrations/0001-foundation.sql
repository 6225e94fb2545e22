-- People, groups and the keys that programs use --------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  -- Null until the person enters it: an invitation by email has only an address.
  name text check (char_length(name) between 1 and 150),
  username text unique check (username ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  email text check (email ~ '^[^[:space:]@]+@[^[:space:]@]+$' and char_length(email) <= 254),
  email_verified boolean not null default false,
  bot boolean not null default false,
  locale text not null default 'en',
  time_zone text not null default 'UTC',
  created_at timestamptz not null default now(),
  -- A bot has no address, so it never gets emails; a person always has one.
  check (bot = (email is null))
);
create unique index users_email on users (lower(email));

create table groups (
  id bigint generated always as identity primary key,
  key text not null constraint groups_key_unique unique check (key ~ '^(?=.*[A-Za-z])[A-Za-z0-9]{8}$'),
  handle text not null unique check (handle ~ '^[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$'),
  name text not null check (char_length(name) between 1 and 150),
  description text,
  description_format text not null default 'md' check (description_format in ('md', 'html')),
  parent_id bigint references groups check (parent_id <> id),
  creator_id bigint references users,
  created_at timestamptz not null default now()
);

-- The numbers in every envelope. Each change updates them: one narrow row, written last.
create table group_counts (
  group_id bigint primary key references groups,
  memberships int not null default 0 check (memberships >= 0),
  pending_memberships int not null default 0 check (pending_memberships >= 0),
  admin_memberships int not null default 0 check (admin_memberships >= 0),
  polls int not null default 0 check (polls >= 0),
  closed_polls int not null default 0 check (closed_polls >= 0),
  discussions int not null default 0 check (discussions >= 0),
  closed_discussions int not null default 0 check (closed_discussions >= 0)
) with (fillfactor = 50);

create table memberships (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups,
  user_id bigint not null references users,
  inviter_id bigint references users,
  admin boolean not null default false,
  title text check (char_length(title) <= 150),
  -- Null: invited, but not yet a member.
  accepted_at timestamptz,
  -- Set when the member is removed; the row stays, so that it can be restored.
  revoked_at timestamptz,
  -- The former role of a removed member; a new invitation keeps it, for `member restore`.
  former_admin boolean not null default false,
  former_accepted_at timestamptz,
  created_at timestamptz not null default now(),
  unique (group_id, user_id),
  check (not admin or accepted_at is not null)
);
create index memberships_of_user on memberships (user_id) where revoked_at is null;
create index memberships_listed on memberships (group_id, id) where revoked_at is null;

create table api_keys (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups,
  bot_user_id bigint not null unique references users,
  -- The person who issued it; null: the command line.
  issuer_id bigint references users,
  name text not null check (char_length(name) between 1 and 150),
  variant text not null default 'a' check (variant in ('a', 'b')),
  permissions text[] not null check (
    permissions <@ array['create_discussion', 'create_poll', 'read_memberships', 'manage_memberships']),
  -- Whether it refuses to empty its group or to remove the last admin.
  guard boolean not null default false,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_on date,
  created_at timestamptz not null default now()
);
create index api_keys_of_group on api_keys (group_id);

-- The text of a key is never stored, only its SHA-256. Rotation adds a secret, and the old one expires.
create table key_secrets (
  hash bytea primary key check (octet_length(hash) = 32),
  api_key_id bigint not null references api_keys,
  prefix text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index key_secrets_of_key on key_secrets (api_key_id);

-- Links for one person and one purpose, sent by email. The token itself is never stored.
create table personal_links (
  hash bytea primary key check (octet_length(hash) = 32),
  purpose text not null check (purpose in ('ballot', 'thread', 'invitation', 'unsubscribe')),
  user_id bigint not null references users,
  group_id bigint not null references groups,
  discussion_id bigint,
  poll_id bigint,
  -- Created for a reminder of an anonymous poll, which only people who have not voted get. Deleted when the poll is sealed.
  discreet boolean not null default false,
  -- How it was created: sent in an email, or copied on a page or the command line, and by whom.
  origin text not null default 'mail' check (origin in ('mail', 'page', 'command_line')),
  copied_by bigint references users,
  created_on date not null default current_date,
  check ((purpose = 'ballot') = (poll_id is not null)),
  check ((purpose = 'thread') = (discussion_id is not null))
);
create index personal_links_discreet on personal_links (poll_id) where discreet;

-- People who stopped a group's emails.
create table mutes (
  user_id bigint not null references users,
  group_id bigint not null references groups,
  created_at timestamptz not null default now(),
  primary key (user_id, group_id)
);

-- Threads ------------------------------------------------------------------------------------------

create table discussions (
  id bigint generated always as identity primary key,
  key text not null constraint discussions_key_unique unique check (key ~ '^(?=.*[A-Za-z])[A-Za-z0-9]{8}$'),
  group_id bigint not null references groups,
  author_id bigint not null references users,
  title text not null check (char_length(title) between 1 and 150),
  description text check (char_length(description) <= 100000),
  description_format text not null check (description_format in ('md', 'html')),
  private boolean not null default true,
  items_count int not null default 0 check (items_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_activity_at timestamptz not null default now(),
  closed_at timestamptz,
  discarded_at timestamptz
);
create index discussions_of_group on discussions (group_id, last_activity_at);

-- People from outside the group who were invited to one thread.
create table thread_guests (
  discussion_id bigint not null references discussions,
  user_id bigint not null references users,
  inviter_id bigint references users,
  created_at timestamptz not null default now(),
  primary key (discussion_id, user_id)
);
create index thread_guests_of_user on thread_guests (user_id);

-- Polls --------------------------------------------------------------------------------------------

create table polls (
  id bigint generated always as identity primary key,
  key text not null constraint polls_key_unique unique check (key ~ '^(?=.*[A-Za-z])[A-Za-z0-9]{8}$'),
  group_id bigint not null references groups,
  discussion_id bigint references discussions,
  author_id bigint not null references users,
  -- The API key that created the poll: its issuer gets the same emails as an author.
  api_key_id bigint references api_keys,
  poll_type text not null check (
    poll_type in ('proposal', 'poll', 'count', 'score', 'ranked_choice', 'meeting', 'dot_vote')),
  title text not null check (char_length(title) between 1 and 150),
  details text check (char_length(details) <= 100000),
  details_format text not null check (details_format in ('md', 'html')),
  hide_results text not null check (hide_results in ('off', 'until_vote', 'until_closed')),
  anonymous boolean not null,
  specified_voters_only boolean not null,
  voter_can_add_options boolean not null,
  shuffle_options boolean not null,
  notify_on_closing_soon text not null check (
    notify_on_closing_soon in ('nobody', 'author', 'undecided_voters', 'voters')),
  min_score int not null check (min_score between 0 and 10000),
  max_score int not null check (max_score between 0 and 10000),
  dots_per_person int not null check (dots_per_person between 1 and 10000),
  minimum_stance_choices int check (minimum_stance_choices between 1 and 200),
  maximum_stance_choices int check (maximum_stance_choices between 1 and 200),
  agree_target int check (agree_target > 0),
  can_respond_maybe boolean not null,
  stance_reason_required text not null check (stance_reason_required in ('disabled', 'optional', 'required')),
  -- Counts changes of the settings; votes do not change it.
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  opened_at timestamptz,
  closing_at timestamptz,
  closed_at timestamptz,
  -- Set when the urn of an anonymous poll is sealed: its totals are then final, and its rows unlinked.
  sealed_at timestamptz,
  reminder_due_at timestamptz,
  discarded_at timestamptz,
  check (min_score < max_score),
  check (minimum_stance_choices <= maximum_stance_choices),
  check ((opened_at is null) = (closing_at is null and closed_at is null)),
  check (sealed_at is null or (anonymous and closed_at is not null)),
  check (not anonymous or stance_reason_required = 'disabled')
);
create index polls_of_group on polls (group_id, id);
create index polls_unsettled on polls (group_id, closing_at) where closed_at is null;
create index polls_of_discussion on polls (discussion_id) where discussion_id is not null;
create index polls_due on polls (closing_at) where closed_at is null;
create index polls_unsealed on polls (closed_at) where anonymous and sealed_at is null;
create index polls_reminder on polls (reminder_due_at) where reminder_due_at is not null;

-- `slot` is the place of this option's score in a ballot's array: assigned once, never moved or reused.
create table poll_options (
  id bigint generated always as identity,
  poll_id bigint not null references polls,
  slot smallint not null check (slot between 1 and 200),
  priority smallint not null check (priority >= 0),
  name text not null check (char_length(name) between 1 and 250),
  primary key (poll_id, slot),
  unique (poll_id, name)
);

-- Who got a ballot, from whom and why. Rows are never deleted, only marked as withdrawn.
-- For an anonymous poll, `voted` is all that is stored about a person's vote.
-- No foreign keys: checking them took a third of the time of creating a poll for fifty people. The ids come from the
-- poll created in the same statement and from rows with foreign keys; polls and users are never deleted.
create table electorate (
  poll_id bigint not null,
  user_id bigint not null,
  inviter_id bigint not null,
  issued_as text not null check (issued_as in ('member', 'thread_guest', 'named')),
  issued_at timestamptz not null default now(),
  voted boolean not null default false,
  withdrawn_at timestamptz,
  primary key (poll_id, user_id)
) with (fillfactor = 80);

create sequence ballot_ids as bigint;

-- Named polls: one current ballot per voter, its scores by option slot (null: unanswered).
create table ballots (
  id bigint not null default nextval('ballot_ids'),
  poll_id bigint not null,
  user_id bigint not null,
  scores int[] not null check (cardinality(scores) between 1 and 200),
  reason text check (char_length(reason) <= 10000),
  reason_format text not null default 'md' check (reason_format in ('md', 'html')),
  cast_at timestamptz not null,
  primary key (poll_id, user_id),
  foreign key (poll_id, user_id) references electorate
) with (fillfactor = 80);

-- Earlier versions of changed ballots.
create table superseded_ballots (
  id bigint generated always as identity primary key,
  poll_id bigint not null,
  user_id bigint not null,
  scores int[] not null,
  reason text,
  reason_format text not null,
  cast_at timestamptz not null,
  superseded_at timestamptz not null
);
create index superseded_ballots_of_voter on superseded_ballots (poll_id, user_id);

-- Exact totals of a poll by option slot: `sums` of scores, `answers`: how many ballots score the option,
-- `supports`: how many with a score above zero; `voters` counts ballots that are not withdrawn, and
-- withdrawn ones that still count (see counts_on).
create table tallies (
  poll_id bigint primary key references polls,
  voters int not null default 0 check (voters >= 0),
  cast_count int not null default 0 check (cast_count >= 0),
  sums bigint[] not null default '{}',
  answers int[] not null default '{}',
  supports int[] not null default '{}'
) with (fillfactor = 50);

-- The totals of an open anonymous poll that readers see: they change in steps, so that no single vote is visible.
create table shown_tallies (
  poll_id bigint primary key references polls,
  cast_count int not null default 0,
  sums bigint[] not null default '{}',
  answers int[] not null default '{}',
  supports int[] not null default '{}'
) with (fillfactor = 50);

-- The ballots of an open anonymous poll. Nothing here reveals whose they are, when they were cast, or their order.
create table urn (
  id uuid primary key,
  poll_id bigint not null,
  choices int[] not null,
  nonce bytea not null check (octet_length(nonce) = 16)
);
create index urn_of_poll on urn (poll_id);

-- The ballots of a closed anonymous poll, in the order of their hashes.
create table sealed_ballots (
  poll_id bigint not null references polls,
  hash bytea not null check (octet_length(hash) = 32),
  choices int[] not null,
  nonce bytea not null,
  primary key (poll_id, hash)
);

-- Events, and the work that follows from them ------------------------------------------------------

create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  group_id bigint not null references groups,
  discussion_id bigint,
  poll_id bigint,
  subject_type text not null check (subject_type in ('Discussion', 'Poll', 'Membership', 'Stance')),
  subject_id bigint not null,
  actor_id bigint,
  -- The recipients, fixed when the event happened.
  recipient_ids bigint[] not null default '{}',
  recipient_message text check (char_length(recipient_message) <= 10000),
  sequence_id int,
  created_at timestamptz not null default now(),
  dispatched_at timestamptz
);
create index events_waiting on events (id) where dispatched_at is null;
create unique index events_poll_created on events (poll_id) where kind = 'poll_created';
create unique index events_new_discussion on events (discussion_id) where kind = 'new_discussion';

-- The texts of emails, stored once for all recipients of the same text: an email to a whole group has one body. Bodies have
-- placeholders for personal links, which are created when the email is sent.
create table mail_bodies (
  hash bytea primary key check (octet_length(hash) = 32),
  subject text not null,
  text_body text not null,
  html_body text not null
);

-- The outbox, which is also the queue: rows that are waiting and due.
create table mails (
  id bigint generated always as identity primary key,
  event_id bigint not null references events,
  user_id bigint not null references users,
  group_id bigint not null references groups,
  discussion_id bigint,
  poll_id bigint,
  kind text not null check (kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement',
    'closing_soon', 'poll_closed')),
  body_hash bytea not null references mail_bodies,
  -- Only for a voter who has not voted: checked again just before sending.
  only_undecided boolean not null default false,
  -- The row is deleted once the email is sent, and at the latest when the poll is sealed.
  discreet boolean not null default false,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'dropped')),
  attempts int not null default 0,
  -- While an email is being sent, this is the end of its lease.
  due_at timestamptz not null default now(),
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  unique (event_id, user_id)
);
create index mails_due on mails (due_at) where status = 'waiting';
create index mails_discreet on mails (poll_id) where discreet;

-- Responses to POSTs with an Idempotency-Key, stored for a day.
create table idempotent_answers (
  api_key_id bigint not null references api_keys,
  key text not null check (char_length(key) between 1 and 255),
  route text not null,
  body_hash bytea not null,
  answer text not null,
  created_at timestamptz not null default now(),
  primary key (api_key_id, key)
);
create index idempotent_answers_age on idempotent_answers (created_at);
