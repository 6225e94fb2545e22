-- Who deleted a poll or a thread, for the page that says so.
create index events_of_discard on events (subject_type, subject_id) where kind in ('poll_discarded', 'discussion_discarded');
