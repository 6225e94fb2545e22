-- A page tells also that an outcome was withdrawn, and the poll not reopened.
drop index events_of_story;
create index events_of_story on events (poll_id, id) where kind in (
  'poll_edited', 'poll_reopened', 'poll_expired', 'poll_closed_by_user', 'outcome_created', 'outcome_updated',
  'outcome_withdrawn');
