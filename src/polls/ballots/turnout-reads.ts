/**
 * How many have voted in poll `p` with tally `t`. An anonymous vote moves no total before the seal: its marks
 * are counted.
 */
export const VOTED = `case when p.anonymous and p.sealed_at is null
  then (select count(*)::int from electorate v where v.poll_id = p.id and v.voted) else t.cast_count end`
