-- The language in which this person writes in this group: their own, else the group's; null: none was chosen.
create or replace function content_language(author bigint, of_group bigint) returns text
language sql stable as $$
  select coalesce((select locale from users where id = author), (select locale from groups where id = of_group))
$$;
