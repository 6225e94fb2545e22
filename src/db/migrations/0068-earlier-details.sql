-- The details of an open poll before an edit; null: it had none. What else the edit changed is in event_changes, which keeps
-- no long texts.
create table earlier_details (
  event_id bigint primary key references events on delete cascade,
  details text,
  details_format text not null check (details_format in ('md', 'html'))
);
create index events_of_edit on events (poll_id, id) where kind = 'poll_edited';
