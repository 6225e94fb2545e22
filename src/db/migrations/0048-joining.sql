-- Links with which anyone can join a group, immediately or after approval by an admin. Only the hash of the token is stored.
create table join_links (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups,
  hash bytea not null unique,
  made_by bigint not null references users,
  asks boolean not null,
  most int check (most between 1 and 10000),
  joined int not null default 0,
  ends_at timestamptz,
  ended_at timestamptz,
  flooded_at timestamptz,
  created_at timestamptz not null default now(),
  check (joined >= 0 and (most is null or joined <= most))
);
create index join_links_of_group on join_links (group_id, id);

-- People who used such a link. 'unconfirmed': the code for the address has not been entered yet; these are deleted after a day,
-- together with the person, if the request created them. `name`: as entered, until the address is confirmed.
create table join_requests (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups,
  link_id bigint not null references join_links,
  user_id bigint not null references users,
  state text not null default 'unconfirmed'
    check (state in ('unconfirmed', 'waiting', 'joined', 'approved', 'declined')),
  name text,
  made_person boolean not null default false,
  asked_at timestamptz not null default now(),
  answered_at timestamptz,
  unique (user_id, group_id),
  check (name is null or state = 'unconfirmed'),
  check ((answered_at is not null) = (state in ('approved', 'declined')))
);
create index join_requests_waiting on join_requests (group_id, id) where state = 'waiting';
create index join_requests_of_link on join_requests (link_id) where state = 'waiting';
create index join_requests_unconfirmed on join_requests (asked_at) where state = 'unconfirmed';

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement', 'closing_soon', 'poll_closed',
    'mention', 'comment_reply', 'outcome', 'outcome_review', 'meeting_cancelled', 'webhook_disabled', 'key_ending', 'sign_in',
    'join_request', 'join_answer', 'join_flood'));
