-- Webhooks: HTTP requests about a group's events -----------------------------------------------------

create table webhooks (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups,
  -- Who created it; null: the command line.
  author_id bigint references users,
  url text not null check (char_length(url) between 1 and 2000),
  -- The kinds of events it receives; empty: all.
  kinds text[] not null default '{}',
  format text not null check (format in ('json', 'slack', 'discord', 'mattermost', 'teams', 'matrix')),
  succeeded_at timestamptz,
  -- The first failure after the last success.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('by_hand', 'gone', 'failing')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((disabled_at is null) = (disabled_reason is null))
);
create index webhooks_of_group on webhooks (group_id);

-- Secrets sign deliveries, so they are stored unhashed. Rotation adds one, and the old one expires: until then
-- both sign.
create table webhook_secrets (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  secret text not null unique check (secret like 'whsec_%'),
  created_at timestamptz not null default now(),
  expires_at timestamptz
);
create index webhook_secrets_of_webhook on webhook_secrets (webhook_id);

-- Deliveries: their content, their log, and the queue: rows that are waiting and due.
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks on delete cascade,
  -- Null: a test, sent once.
  event_id bigint references events,
  kind text not null,
  -- The same at every attempt, so that receivers recognize duplicates.
  message_id text not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  body text not null,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  due_at timestamptz not null default now(),
  -- The end of the lease while it is being sent: until then no other process takes it.
  leased_until timestamptz,
  -- The result of the last attempt.
  tried_at timestamptz,
  answer_status int,
  answer_body text,
  error text,
  took_ms int,
  created_at timestamptz not null default now(),
  unique (webhook_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (due_at) where status = 'waiting';
create index webhook_deliveries_leased on webhook_deliveries (webhook_id) where leased_until is not null;
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_age on webhook_deliveries (created_at);

alter table api_keys drop constraint api_keys_permissions_check;
alter table api_keys add constraint api_keys_permissions_check check (permissions <@ array['create_discussion',
  'create_poll', 'read_memberships', 'manage_memberships', 'manage_webhooks']);

alter table events drop constraint events_subject_type_check;
alter table events add constraint events_subject_type_check
  check (subject_type in ('Discussion', 'Poll', 'Membership', 'Stance', 'Comment', 'Outcome', 'Webhook'));

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement', 'closing_soon', 'poll_closed',
    'mention', 'comment_reply', 'outcome', 'outcome_review', 'webhook_disabled', 'sign_in'));
