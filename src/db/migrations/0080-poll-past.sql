-- Who closed an anonymous poll early: its closing is told once the poll is sealed, by the service itself.
alter table polls add column closed_by bigint;

-- A page tells who reopened a poll beside who edited it.
drop index events_of_edit;
create index events_of_past on events (poll_id, id) where kind in ('poll_edited', 'poll_reopened');
