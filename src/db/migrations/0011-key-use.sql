-- Use of keys: the requests of each key and day (UTC), and how many of them failed. Only numbers are stored,
-- neither what was requested nor whom it concerned.
create table key_uses (
  api_key_id bigint not null references api_keys,
  day date not null,
  requests bigint not null,
  refused bigint not null,
  primary key (api_key_id, day),
  check (refused between 0 and requests)
);
create index key_uses_age on key_uses (day);

-- When admins are told that the key expires soon. Null: it does not expire, they were told, or its lifetime is so short
-- that a warning makes no sense.
alter table api_keys add column ending_due_at timestamptz;
create index api_keys_ending on api_keys (ending_due_at) where ending_due_at is not null;
update api_keys set ending_due_at = expires_at - interval '7 days' where expires_at > now() and revoked_at is null;

alter table events drop constraint events_subject_type_check;
alter table events add constraint events_subject_type_check check (
  subject_type in ('Discussion', 'Poll', 'Membership', 'Stance', 'Comment', 'Outcome', 'Webhook', 'ApiKey'));

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement', 'closing_soon', 'poll_closed',
    'mention', 'comment_reply', 'outcome', 'outcome_review', 'webhook_disabled', 'key_ending', 'sign_in'));
