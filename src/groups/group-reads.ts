const DUE_POLLS = `(select count(*) from polls due where due.group_id = g.id and due.closed_at is null
  and due.closing_at <= now() and due.discarded_at is null)`

/**
 * The facts of a group as JSON, for the composed reads of this feature and those to its right. `g` is the
 * alias of the groups row. Polls that are due but not settled count as closed: nothing is written at
 * the closing instant.
 */
export const GROUP_FACTS = `json_build_object(
  'group', row_to_json(g),
  'parent', (select row_to_json(parent) from groups parent where parent.id = g.parent_id),
  'counts', (select row_to_json(c) from group_counts c where c.group_id = g.id),
  'due_polls', ${DUE_POLLS})`

/** Changes with every row the facts of group `g` are read from, and with what is due. */
export const GROUP_STAMP = `json_build_array(g.xmin,
  (select parent.xmin from groups parent where parent.id = g.parent_id),
  (select c.xmin from group_counts c where c.group_id = g.id),
  ${DUE_POLLS})`
