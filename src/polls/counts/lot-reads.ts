/**
 * The stored count of poll `p`, as JSON text, if a lot may have decided it: by a tie, or, as ranked pairs do,
 * without one. Null: no lot, or sums decide, which name all who have the most.
 */
export const COUNT_WITH_LOT = `
  case when p.elected_at = p.closed_at and (p.count_method is not null or p.seats > 1) then
    (select json_build_object('count', c.count, 'others', json_build_array())::text from poll_counts c
     where c.poll_id = p.id
       and (c.count @? '$.ties[*] ? (@.by == "lot")' or c.count ->> 'method' = 'ranked_pairs')) end`
