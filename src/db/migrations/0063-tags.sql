-- The tags of a group; those that nothing carries are deleted. `folded`: the name without differences of case.
create table tags (
  id bigint generated always as identity primary key,
  group_id bigint not null references groups,
  name text not null check (char_length(name) between 1 and 40),
  folded text not null,
  -- The threads and polls that carry it.
  uses int not null check (uses >= 0),
  unique (group_id, folded)
);

-- The id and name of each tag, in the order shown: reading threads and polls needs no other table.
alter table discussions add column tags jsonb not null default '[]';
alter table polls add column tags jsonb not null default '[]';

-- Imports bring tags: what was checked without them is checked again.
update imports set state = 'checking', report = null, leased_until = null, done = 0
where state = 'checked' and report @? '$.notes[*] ? (@.code == "tags")';
