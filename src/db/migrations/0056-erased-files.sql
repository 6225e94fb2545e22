-- When the database's files were last rewritten without the rows of deleted accounts. No row: never.
create table erased_files (
  only_one boolean primary key default true check (only_one),
  -- Rows erased before this time are in no file anymore.
  cleaned_until timestamptz,
  -- Until then no other process does it.
  leased_until timestamptz not null
);

-- A request that began before its person was erased may write afterwards. This trigger discards what it writes.
create function keep_nothing_of_erased() returns trigger language plpgsql as $$
begin
  -- The foreign key has waited for a running erasure.
  perform from users where id = new.user_id and erased_at is not null;
  if found then
    execute format('delete from %I where user_id = $1', tg_table_name) using new.user_id;
  end if;
  return null;
end
$$;

create trigger sessions_of_erased after insert on sessions
  for each row execute function keep_nothing_of_erased();
create trigger sign_ins_of_erased after insert on sign_ins
  for each row when (new.user_id is not null) execute function keep_nothing_of_erased();
create trigger personal_keys_of_erased after insert on personal_keys
  for each row execute function keep_nothing_of_erased();
create trigger passkeys_of_erased after insert on passkeys
  for each row execute function keep_nothing_of_erased();
create trigger identities_of_erased after insert on identities
  for each row execute function keep_nothing_of_erased();
create trigger feeds_of_erased after insert on feeds
  for each row execute function keep_nothing_of_erased();
create trigger archives_of_erased after insert on archives
  for each row execute function keep_nothing_of_erased();
create trigger form_drafts_of_erased after insert on form_drafts
  for each row execute function keep_nothing_of_erased();
create trigger given_names_of_erased after insert on given_names
  for each row execute function keep_nothing_of_erased();

-- Emails to many people create many links in one statement, which are checked together.
create function keep_no_links_of_erased() returns trigger language plpgsql as $$
begin
  delete from personal_links l using added a join users u on u.id = a.user_id
  where u.erased_at is not null and l.hash = a.hash;
  return null;
end
$$;

create trigger personal_links_of_erased after insert on personal_links
  referencing new table as added for each statement execute function keep_no_links_of_erased();

-- Someone entered the address of a person who was erased in the meantime. The change is retried and finds nobody,
-- so that a new person is invited. Subscriptions of browsers need no check, because their session is gone.
create function invite_no_erased() returns trigger language plpgsql as $$
begin
  perform from users where id = new.user_id and erased_at is not null;
  if found then
    raise exception 'person % was erased meanwhile', new.user_id using errcode = 'serialization_failure';
  end if;
  return null;
end
$$;

create trigger memberships_of_erased after insert or update of revoked_at on memberships
  for each row when (new.revoked_at is null) execute function invite_no_erased();
create trigger thread_guests_of_erased after insert on thread_guests
  for each row execute function invite_no_erased();

create function keep_erased_empty() returns trigger language plpgsql as $$
begin
  return null;
end
$$;

create trigger users_stay_erased
  before update of name, username, email, email_verified, locale, time_zone, utc_chosen, mails_from, signed_in_at on users
  for each row when (old.erased_at is not null and new.erased_at is not null)
  execute function keep_erased_empty();
