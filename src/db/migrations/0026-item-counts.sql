-- The number of polls and threads of a group is the sum of its row in group_counts and of all its rows here. If there were only
-- one row, everyone who creates or closes one would wait for it; here each connection adds to its own row. A single row
-- may be negative, because an item can be added in one row and subtracted in another.
create table group_item_counts (
  group_id bigint not null references groups,
  slot smallint not null,
  polls int not null default 0,
  closed_polls int not null default 0,
  discussions int not null default 0,
  closed_discussions int not null default 0,
  primary key (group_id, slot)
) with (fillfactor = 50);

-- So may the row in group_counts, from which the previous release subtracts items that this release added.
alter table group_counts drop constraint group_counts_polls_check;
alter table group_counts drop constraint group_counts_closed_polls_check;
alter table group_counts drop constraint group_counts_discussions_check;
alter table group_counts drop constraint group_counts_closed_discussions_check;
