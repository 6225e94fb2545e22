-- The form in which a login at a provider is remembered without naming it. Issuers contain no spaces.
create function login_hash(issuer text, subject text) returns bytea language sql immutable
  return sha256(convert_to(issuer || ' ' || subject, 'UTF8'));

-- The logins whose claim named a group, or whose account was a member of one when it lost the login, and the account that
-- each had then. One login brings one account into a group, also after it was linked to another account.
create table mapped_logins (
  group_id bigint not null references groups on delete cascade,
  login_hash bytea not null,
  -- Null: the account was deleted.
  user_id bigint references users on delete set null,
  primary key (group_id, login_hash)
);
create index mapped_logins_of_user on mapped_logins (user_id) where user_id is not null;

-- Also those of people who left or were removed: they must not come back with another account.
insert into mapped_logins (group_id, login_hash, user_id)
  select m.group_id, login_hash(i.issuer, i.subject), m.user_id
  from (select distinct group_id, mapped_by from memberships where mapped_by is not null) g
  join memberships m on m.group_id = g.group_id
  join identities i on i.user_id = m.user_id and i.issuer = g.mapped_by
  where i.signed_in_at is not null or m.mapped_by = i.issuer;
