/**
 * SQL that adds changes, rows of these columns, to groups' counts of polls and threads. Concurrent
 * connections mostly use a row each.
 */
export const addingItems = (changes: string) => `
  insert into group_item_counts as c (group_id, slot, polls, closed_polls, discussions, closed_discussions)
  select group_id, pg_backend_pid() % 16, coalesce(sum(polls), 0), coalesce(sum(closed_polls), 0),
    coalesce(sum(discussions), 0), coalesce(sum(closed_discussions), 0)
  from ${changes}
  group by group_id order by group_id
  on conflict (group_id, slot) do update set polls = c.polls + excluded.polls,
    closed_polls = c.closed_polls + excluded.closed_polls, discussions = c.discussions + excluded.discussions,
    closed_discussions = c.closed_discussions + excluded.closed_discussions`
