-- What happened in one thread, for programs that read it from beginning to end. Votes are told by their polls, and are
-- many: casting them writes nothing here.
create index events_of_thread on events (discussion_id, id)
  where discussion_id is not null and kind not in ('stance_created', 'stance_updated', 'stance_withdrawn');
