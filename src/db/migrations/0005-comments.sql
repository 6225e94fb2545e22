-- Comments in threads ------------------------------------------------------------------------------

alter table discussions
  add column comments_count int not null default 0 check (comments_count >= 0),
  add column last_comment_at timestamptz,
  -- How many versions its title and text have.
  add column versions_count int not null default 1 check (versions_count >= 1),
  add column seen_by_count int not null default 0 check (seen_by_count >= 0);

-- Comments and polls of a thread share one numbering, `sequence_id`: the order in which pages show them.
create table comments (
  id bigint generated always as identity primary key,
  discussion_id bigint not null references discussions,
  -- The comment it replies to, which is not a reply itself: one level of nesting. Null: it replies to the thread.
  parent_id bigint references comments,
  author_id bigint not null references users,
  -- Null when the comment is deleted: a placeholder stays.
  body text check (char_length(body) between 1 and 100000),
  sequence_id int not null,
  mentioned_ids bigint[] not null default '{}',
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by bigint references users,
  unique (discussion_id, sequence_id),
  check ((body is null) = (deleted_at is not null)),
  check ((deleted_by is null) = (deleted_at is null))
);
create index comments_of_parent on comments (parent_id) where parent_id is not null;

-- Earlier versions of edited comments.
create table comment_versions (
  comment_id bigint not null references comments,
  body text not null,
  written_at timestamptz not null,
  replaced_at timestamptz not null default now(),
  primary key (comment_id, written_at)
);

-- Earlier titles and texts of edited threads.
create table discussion_versions (
  discussion_id bigint not null references discussions,
  version int not null,
  title text not null,
  description text,
  description_format text not null,
  replaced_at timestamptz not null default now(),
  replaced_by bigint not null references users,
  primary key (discussion_id, version)
);

-- How far a person has read a thread: the number of its last read item.
create table discussion_readers (
  discussion_id bigint not null references discussions,
  user_id bigint not null references users,
  last_seen int not null check (last_seen >= 0),
  seen_at timestamptz not null default now(),
  primary key (discussion_id, user_id)
);

alter table events drop constraint events_subject_type_check;
alter table events add constraint events_subject_type_check
  check (subject_type in ('Discussion', 'Poll', 'Membership', 'Stance', 'Comment', 'Outcome'));

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement', 'closing_soon', 'poll_closed',
    'mention', 'comment_reply', 'outcome', 'sign_in'));
