-- The changes of an event, for the history of a group: a short list of {"field", "from", "to"}. It contains nothing about
-- people and no secrets. A separate table, because few events have any.
create table event_changes (
  event_id bigint primary key references events on delete cascade,
  changes jsonb not null constraint event_changes_are_short
    check (jsonb_typeof(changes) = 'array' and octet_length(changes::text) <= 8000)
);

-- Events of the group itself.
alter table events drop constraint events_subject_type_check;
alter table events add constraint events_subject_type_check check (
  subject_type in ('Discussion', 'Poll', 'Membership', 'Stance', 'Comment', 'Outcome', 'Webhook', 'ApiKey', 'Group'));

-- Keys and webhooks of earlier releases were created without an event, so this is looked up.
create index events_of_access on events (subject_id) where subject_type in ('ApiKey', 'Webhook');
