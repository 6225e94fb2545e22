-- Ballots of deleted accounts in polls that may still take votes: nobody gets a second one with the same address.
create table spent_votes (
  poll_id bigint not null references polls on delete cascade,
  group_id bigint not null references groups on delete cascade,
  -- The SHA-256 of the poll and of a keyed hash of the address. The key is not in the database.
  address_hash bytea not null check (octet_length(address_hash) = 32),
  -- The account that has the address now, and got no ballot for this reason.
  user_id bigint references users on delete set null,
  primary key (poll_id, address_hash)
);
create index spent_votes_of_group on spent_votes (group_id);
create index spent_votes_of_user on spent_votes (user_id, poll_id) where user_id is not null;

create function spent_hash(poll bigint, address_key bytea) returns bytea language sql immutable
  return sha256(address_key || convert_to('poll ' || poll, 'UTF8'));

-- Former addresses are recognized too: those are kept however often a person changes their name. Names never look like
-- an address.
create function looks_like_address(said text) returns boolean language sql immutable
  return said ~ '^[^[:space:]@]+@[^[:space:]@]+[.][^[:space:]@]+$';

create function keep_former_names_and_addresses() returns trigger language plpgsql as $$
begin
  insert into former_names (user_id, said)
    select old.id, f.said
    from (values (old.name, new.name), (old.email, new.email)) f(said, now_said)
    where f.said <> '' and f.said is distinct from f.now_said
  on conflict (user_id, said) do update set until = now();
  delete from former_names where user_id = old.id and said in (
    select said from former_names where user_id = old.id and not looks_like_address(said)
    order by until desc, said offset 50);
  return null;
end
$$;

create or replace trigger users_keep_former_names after update of name, email on users
  for each row when (new.erased_at is null and not old.bot
    and (old.name is distinct from new.name or old.email is distinct from new.email))
  execute function keep_former_names_and_addresses();
