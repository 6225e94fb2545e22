-- Before a person loses a login (null: all) with which they have signed in: claims bring it into none of the groups
-- with another account in which the person ever was. It also holds for claims that did not name a group yet, or named
-- it while it was suspended. Groups that no claim has ever named are left out.
create or replace function remember_logins(who bigint, login bigint default null) returns void language sql as $$
  insert into mapped_logins (group_id, login_hash, user_id)
  select m.group_id, login_hash(i.issuer, i.subject), who
  from identities i join memberships m on m.user_id = i.user_id
  where i.user_id = who and i.signed_in_at is not null and (login is null or i.id = login)
    and exists (select from mapped_logins l where l.group_id = m.group_id)
  order by 1, 2
  on conflict do nothing
$$;
