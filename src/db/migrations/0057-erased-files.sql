-- When the database's files were last rewritten without the rows of people who left for good. No row: never.
create table erased_files (
  only_one boolean primary key default true check (only_one),
  -- What was erased before this is in no file any more.
  cleaned_until timestamptz,
  -- Meanwhile no other process does it.
  leased_until timestamptz not null
);
