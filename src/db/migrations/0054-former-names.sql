-- Former names and addresses of people: emails and webhook deliveries from that time
-- contain them, so the deletion of an account needs them. Nothing else reads this table. At most 50 per person.
create table former_names (
  user_id bigint not null references users on delete cascade,
  said text not null check (said <> ''),
  until timestamptz not null default now(),
  primary key (user_id, said)
);

create function keep_former_names() returns trigger language plpgsql as $$
begin
  insert into former_names (user_id, said)
    select old.id, f.said
    from (values (old.name, new.name), (old.email, new.email)) f(said, now_said)
    where f.said <> '' and f.said is distinct from f.now_said
  on conflict (user_id, said) do update set until = now();
  delete from former_names where user_id = old.id and said in (
    select said from former_names where user_id = old.id order by until desc, said offset 50);
  return null;
end
$$;

create trigger users_keep_former_names after update of name, email on users
  for each row when (new.erased_at is null and not old.bot
    and (old.name is distinct from new.name or old.email is distinct from new.email))
  execute function keep_former_names();
