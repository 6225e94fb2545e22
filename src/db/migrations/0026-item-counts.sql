-- How many polls and threads a group has is what stands in group_counts and in all its rows here together. Everybody who makes or
-- closes one would wait for the one row there; here each connection adds to a row of its own, so that nobody waits. A single row
-- may well be below zero: what was counted in one is taken away in another.
create table group_item_counts (
  group_id bigint not null references groups,
  slot smallint not null,
  polls int not null default 0,
  closed_polls int not null default 0,
  discussions int not null default 0,
  closed_discussions int not null default 0,
  primary key (group_id, slot)
) with (fillfactor = 50);

-- The same holds for the row in group_counts, from which the previous release takes away what this one counted.
alter table group_counts drop constraint group_counts_polls_check;
alter table group_counts drop constraint group_counts_closed_polls_check;
alter table group_counts drop constraint group_counts_discussions_check;
alter table group_counts drop constraint group_counts_closed_discussions_check;
