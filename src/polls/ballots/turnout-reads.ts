/**
 * The number of votes in poll `p` with tally `t`. Anonymous votes change no total before the seal: this
 * counts their marks.
 */
export const VOTED = `case when p.anonymous and p.sealed_at is null
  then (select count(*)::int from electorate v where v.poll_id = p.id and v.voted) else t.cast_count end`
