-- The events of one thread, for programs that read all of them. Votes are read from their polls, and there are
-- many: casting a vote writes nothing here.
create index events_of_thread on events (discussion_id, id)
  where discussion_id is not null and kind not in ('stance_created', 'stance_updated', 'stance_withdrawn');
