-- Whether a group removed another account that had this person's address, deleted since or not. Of deleted ones, those that
-- are recorded for the person count.
create or replace function removed_before(of_group bigint, comer bigint) returns boolean
language sql stable as $$
  select exists (select from removed_addresses a where a.user_id = comer and a.group_id = of_group)
    or exists (
      select from users u
      join former_names f on f.address and lower(f.said) = lower(u.email) and f.user_id <> u.id
      join memberships m on m.group_id = of_group and m.user_id = f.user_id
      where u.id = comer and m.revoked_at is not null)
$$;
