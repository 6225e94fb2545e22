-- The descriptions of options of an open poll before an edit that changed them; null: the option had none.
create table earlier_meanings (
  event_id bigint not null references events on delete cascade,
  slot smallint not null,
  meaning text,
  primary key (event_id, slot)
);
