-- The accounts that were here when an import began: people who delete theirs while it runs are still recognized in
-- its file. Like import_lines, it is filled in the transaction of an import, and empty for everybody else.
create unlogged table import_accounts (
  user_id bigint not null,
  -- other: former and given names, former addresses.
  kind text not null check (kind in ('address', 'name', 'username', 'other')),
  said text not null,
  primary key (user_id, kind, said)
);
create index import_accounts_of_address on import_accounts (lower(said)) where kind in ('address', 'other');

-- The people with an account here who are in the file. Null: it was not compared yet.
alter table imports add column people bigint[];

-- A name that an admin gave, and then changed or removed: emails from that time contain it. Nothing is left of a deleted
-- group that could.
create function keep_former_given_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.name = old.name then return null; end if;
  insert into former_names (user_id, said)
    select id, old.name from users where id = old.user_id and erased_at is null
      and exists (select from groups where id = old.group_id and deleted_at is null)
  on conflict (user_id, said) do update set until = now();
  return null;
end
$$;

create trigger given_names_keep_former after update of name or delete on given_names
  for each row execute function keep_former_given_names();
