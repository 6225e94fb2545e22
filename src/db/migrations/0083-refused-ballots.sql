-- Former addresses are marked: names may look like addresses without a dot, which are addresses too.
alter table former_names add column address boolean not null default false;
update former_names set address = true where said ~ '^[^[:space:]@]+@[^[:space:]@]+$';
create index former_names_of_address on former_names (lower(said)) where address;

-- Addresses are kept however often a person changes their name.
create or replace function keep_former_names_and_addresses() returns trigger language plpgsql as $$
begin
  insert into former_names (user_id, said, address)
    select old.id, f.said, bool_or(f.address)
    from (values (old.name, new.name, false), (old.email, new.email, true)) f(said, now_said, address)
    where f.said <> '' and f.said is distinct from f.now_said
    group by f.said
  on conflict (user_id, said) do update set until = now(), address = former_names.address or excluded.address;
  delete from former_names where user_id = old.id and said in (
    select said from former_names where user_id = old.id and not address order by until desc, said offset 50);
  return null;
end
$$;
drop function looks_like_address(text);

-- People who got no ballot, because another account had their address and has one.
create table refused_ballots (
  poll_id bigint not null references polls on delete cascade,
  user_id bigint not null references users on delete cascade,
  -- The other account, as long as it has the ballot (see ballot_is_refused). 0: an account that was deleted.
  holder_id bigint not null,
  primary key (user_id, poll_id, holder_id)
);
create index refused_ballots_of_poll on refused_ballots (poll_id);
create index refused_ballots_of_holder on refused_ballots (holder_id) where holder_id > 0;
insert into refused_ballots (poll_id, user_id, holder_id)
  select distinct poll_id, user_id, 0 from spent_votes where user_id is not null;
-- Several people can have had the same address, one after another.
alter table spent_votes drop column user_id;
