-- The language in which a person writes in a group: their own, otherwise the group's; null: neither chose one.
create or replace function content_language(author bigint, of_group bigint) returns text
language sql stable as $$
  select coalesce((select locale from users where id = author), (select locale from groups where id = of_group))
$$;
