const DUE_POLLS = `(select count(*) from polls due where due.group_id + 0 = g.id and due.closed_at is null
  and due.closing_at <= now() and due.discarded_at is null)`

// The counts of groups-store.ts: the group's main row, plus one row per concurrent writer.
const COUNTS = `(select json_build_object('memberships', c.memberships, 'pending_memberships', c.pending_memberships,
    'admin_memberships', c.admin_memberships, 'polls', c.polls + i.polls, 'closed_polls', c.closed_polls + i.closed_polls,
    'discussions', c.discussions + i.discussions, 'closed_discussions', c.closed_discussions + i.closed_discussions)
  from group_counts c cross join (
    select coalesce(sum(polls), 0) as polls, coalesce(sum(closed_polls), 0) as closed_polls,
      coalesce(sum(discussions), 0) as discussions, coalesce(sum(closed_discussions), 0) as closed_discussions
    from group_item_counts where group_id = g.id) i
  where c.group_id = g.id)`

/**
 * The facts of a group as JSON, for the composed reads of this feature and those to its right. `g` is the
 * alias of the groups row. Polls that are due but not settled count as closed: nothing is written at the
 * closing instant. The index polls_unsettled_of_group finds them: the condition matches no other index, so
 * PostgreSQL cannot choose one that would read all polls of the group.
 */
export const GROUP_FACTS = `json_build_object(
  'group', row_to_json(g),
  'parent', (select row_to_json(parent) from groups parent where parent.id = g.parent_id),
  'counts', ${COUNTS},
  'due_polls', ${DUE_POLLS})`

/** When the next of the group's open polls is due: until then, the passing of time changes nothing. */
export const NEXT_DUE = `(select due.closing_at from polls due where due.group_id + 0 = g.id and due.closed_at is null
  and due.closing_at > now() order by due.closing_at limit 1)`

/** Changes with every row the facts of group `g` are read from, and with its counts and due polls. */
export const GROUP_STAMP = `json_build_array(g.xmin,
  (select parent.xmin from groups parent where parent.id = g.parent_id), ${COUNTS}, ${DUE_POLLS})`
