-- A page tells a poll's whole story: also its closings and outcomes.
drop index events_of_past;
create index events_of_story on events (poll_id, id) where kind in (
  'poll_edited', 'poll_reopened', 'poll_expired', 'poll_closed_by_user', 'outcome_created', 'outcome_updated');
