-- A text without the parts that match these regular expressions.
create or replace function without(content text, patterns text[]) returns text language plpgsql immutable as $$
declare
  pattern text;
begin
  foreach pattern in array patterns loop
    content := regexp_replace(content, pattern, '[…]', 'g');
  end loop;
  return content;
end
$$;

-- Whether one of these patterns is found, also behind the new lines of texts within JSON. Most texts are ruled out by
-- what remains of the patterns without their lookarounds, which PostgreSQL evaluates at every character.
create or replace function names_any(content text, patterns text[]) returns boolean language plpgsql immutable as $$
declare
  lookaround constant text := '\(\?<?[!=](\\.|[^()\\]|\((\\.|[^()\\])*\))*\)';
  unescaped constant text := regexp_replace(content, '\\[bfnrt]', E'\n', 'g');
  pattern text;
  core text;
begin
  foreach pattern in array patterns loop
    core := regexp_replace(pattern, lookaround, '', 'g');
    if (content ~ core and content ~ pattern) or (unescaped ~ core and unescaped ~ pattern) then
      return true;
    end if;
  end loop;
  return false;
end
$$;

-- The same for the texts within JSON. It handles all patterns: a person may be called "null" or "1".
create or replace function json_without(content jsonb, patterns text[]) returns jsonb language plpgsql immutable as $$
begin
  case jsonb_typeof(content)
    when 'string' then return to_jsonb(without(content #>> '{}', patterns));
    when 'array' then return coalesce((
      select jsonb_agg(json_without(e.item, patterns) order by e.place)
      from jsonb_array_elements(content) with ordinality as e(item, place)), '[]');
    when 'object' then return coalesce((
      select jsonb_object_agg(e.key, json_without(e.value, patterns)) from jsonb_each(content) as e), '{}');
    else return content;
  end case;
end
$$;

-- The same for JSON in the order and spelling of its program. Keys lose only addresses, the first of the patterns.
create or replace function json_text_without(content json, patterns text[]) returns text language plpgsql immutable as $$
begin
  case json_typeof(content)
    when 'string' then return to_json(without(content #>> '{}', patterns))::text;
    when 'array' then return '[' || coalesce((
      select string_agg(json_text_without(e.item, patterns), ',' order by e.place)
      from json_array_elements(content) with ordinality as e(item, place)), '') || ']';
    when 'object' then return '{' || coalesce((
      select string_agg(to_json(without(e.key, patterns[:1]))::text || ':' || case
        -- Usernames are found after an @.
        when e.key = 'username' and json_typeof(e.item) = 'string'
          then to_json(substr(without('@' || (e.item #>> '{}'), patterns), 2))::text
        else json_text_without(e.item, patterns) end, ',' order by e.place)
      from json_each(content) with ordinality as e(key, item, place)), '') || '}';
    else return content::text;
  end case;
end
$$;

-- The same for a text that may be JSON, such as the answer of another service.
create or replace function body_without(content text, patterns text[]) returns text language plpgsql immutable as $$
begin
  if content ~ '^\s*[[{]' then
    begin
      return json_text_without(content::json, patterns);
    exception when others then
      -- It only looks like JSON, or is cut off.
      null;
    end;
  end if;
  return without(content, patterns);
end
$$;

-- The same for HTML. Tags lose only addresses: a person may be called "td".
create or replace function html_without(content text, patterns text[]) returns text language sql immutable as $$
  select string_agg(without(t.said, patterns) || coalesce(without(m.tag[1], patterns[:1]), ''), '' order by t.place)
  from regexp_split_to_table(content, '<style[^<]*</style>|<[^<>]*>') with ordinality as t(said, place)
  left join regexp_matches(content, '<style[^<]*</style>|<[^<>]*>', 'g') with ordinality as m(tag, place)
    on m.place = t.place
$$;

-- The same for the remarks in a report of an import.
create or replace function notes_without(notes jsonb, patterns text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(n.note || jsonb_build_object('about', json_without(n.note -> 'about', patterns),
    'params', json_without(n.note -> 'params', patterns)) order by n.place), '[]')
  from jsonb_array_elements(notes) with ordinality as n(note, place)
$$;

-- The groups in which a person was a member, a guest or a voter, or wrote something.
create or replace function groups_of(who bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(distinct id), '{}') from (
    select group_id as id from memberships where user_id = who
    union all
    select group_id from join_requests where user_id = who
    union all
    select d.group_id from thread_guests g join discussions d on d.id = g.discussion_id where g.user_id = who
    union all
    select p.group_id from electorate e join polls p on p.id = e.poll_id where e.user_id = who
    union all
    select group_id from discussions where author_id = who
    union all
    select group_id from polls where author_id = who
    union all
    select d.group_id from comments c join discussions d on d.id = c.discussion_id where c.author_id = who) g
$$;

-- Withdraws a person's ballots in open polls. Cast ballots still count, and so do all ballots of open anonymous
-- polls (see counts_on). It locks the polls first, like all functions here.
create or replace function withdraw_everywhere(who bigint) returns void language plpgsql as $$
declare
  open_polls bigint[];
begin
  -- Found from the person's ballots, each poll by its key, whatever PostgreSQL knows of the tables' sizes.
  select coalesce(array_agg(e.poll_id), '{}') into open_polls
  from (select poll_id from electorate where user_id = who and withdrawn_at is null offset 0) e
  cross join lateral (select closed_at from polls where id = e.poll_id offset 0) p
  where p.closed_at is null;
  perform from polls where id = any (open_polls) order by id for share;
  with gone as (
    update electorate e set withdrawn_at = greatest(now(), p.opened_at) from polls p
    where e.user_id = who and e.poll_id = any (open_polls) and e.withdrawn_at is null
      and p.id = e.poll_id and p.id = any (open_polls) and p.closed_at is null
      and (p.closing_at is null or p.closing_at > clock_timestamp())
    returning e.poll_id, e.voted or (p.anonymous and p.opened_at is not null) as counts_on
  ), counts as (
    select poll_id from gone where not counts_on order by poll_id
  )
  update tallies t set voters = voters - 1 from counts c where t.poll_id = c.poll_id;
end
$$;

-- Erases the texts that a person wrote for others: reasons, descriptions of threads, messages of invitations.
-- Their hashes stay, because signed results contain them.
create or replace function erase_writings(who bigint) returns void language plpgsql as $$
begin
  update users set texts_erased = true where id = who;
  insert into erased_reasons (poll_id, closing, user_id, hash)
    select b.poll_id, h.closing, who,
      sha256(substring(sha256(h.secret || convert_to('reason ' || who, 'UTF8')) for 16)
        || convert_to(normalize(b.reason, NFC), 'UTF8'))
    from ballots b
    cross join lateral (
      select closing, secret from poll_heads where poll_id = b.poll_id order by closing desc limit 1) h
    where b.user_id = who and b.reason is not null
    on conflict do nothing;
  -- Pages of polls are kept while their tallies are the same rows.
  with gone as (
    update ballots set reason = null where user_id = who and reason is not null returning poll_id
  ), held as (
    select poll_id from tallies where poll_id in (select poll_id from gone) order by poll_id for update
  )
  update tallies t set voters = t.voters from held where t.poll_id = held.poll_id;
  delete from discussion_versions where discussion_id in (select id from discussions where author_id = who);
  delete from earlier_details where event_id in (
    select e.id from polls p join events e on e.poll_id = p.id and e.kind = 'poll_edited' where p.author_id = who);
  update discussions set description = null where author_id = who and description is not null;
  update events set recipient_message = null where actor_id = who and recipient_message is not null;
  update mail_bodies set subject = '[…]', text_body = '[…]', html_body = '[…]' where hash in (
    select m.body_hash from events e join mails m on m.event_id = e.id where e.actor_id = who);
  delete from webhook_deliveries where event_id in (
    select id from events where actor_id = who and kind <> 'membership_removed');
end
$$;

-- Removes a person's name and address (as patterns) from mails, webhook deliveries and stored responses to
-- repeated requests in these groups: from all of them, or only from those that are waiting to be sent.
create or replace function erase_mentions(places bigint[], patterns text[], only_waiting boolean) returns void language plpgsql as $$
begin
  update mail_bodies b set subject = without(subject, patterns), text_body = without(text_body, patterns),
    html_body = html_without(html_body, patterns), meeting = json_without(meeting, patterns),
    cancels = json_without(cancels, patterns)
  where hash in (select body_hash from mails where group_id = any (places) and (status = 'waiting' or not only_waiting))
    and names_any(concat_ws(' ', subject, text_body, html_body, meeting, cancels), patterns);
  update webhook_deliveries set body = body_without(body, patterns), answer_body = body_without(answer_body, patterns),
    error = without(error, patterns)
  where webhook_id in (select id from webhooks where group_id = any (places)) and (status = 'waiting' or not only_waiting)
    and names_any(concat_ws(' ', body, answer_body, error), patterns);
  if only_waiting then return; end if;
  update mails set last_error = without(last_error, patterns)
  where group_id = any (places) and names_any(last_error, patterns);
  update idempotent_answers set answer = body_without(answer, patterns)
  where api_key_id in (select id from api_keys where group_id = any (places)) and names_any(answer, patterns);
  -- Remarks in reports of imports contain names.
  update imports set report = jsonb_set(report, '{notes}', notes_without(report -> 'notes', patterns))
  where names_any(report::text, patterns);
  update imports set file_name = left(without(file_name, patterns), 200) where names_any(file_name, patterns);
  update personal_answers set answer = body_without(answer, patterns) where names_any(answer, patterns);
  -- What others have not sent yet is theirs, apart from addresses in a list: the first of the patterns.
  update form_drafts set fields = body_without(fields, patterns[:1]) where names_any(fields, patterns[:1]);
end
$$;

-- Empties the row of a person who has left all groups, and deletes everything that belonged only to them.
create or replace function erase_person(who bigint, former_name text, patterns text[]) returns void language plpgsql as $$
declare
  places bigint[] := groups_of(who);
  bodies bytea[];
begin
  perform withdraw_everywhere(who);
  perform erase_mentions(places, patterns, true);
  insert into erasures (user_id, places, patterns) values (who, places, patterns);
  update superseded_ballots set reason = null where user_id = who and reason is not null;
  delete from comment_versions where comment_id in (select id from comments where author_id = who);
  delete from thread_guests where user_id = who;
  delete from given_names where user_id = who;
  update open_ballots set email = null, name = '[…]' where lower(email) in (
    select lower(email) from users where id = who union all select lower(said) from former_names where user_id = who);
  delete from sign_ins where user_id = who or lower(address) in (
    select lower(email) from users where id = who union all select lower(said) from former_names where user_id = who);
  delete from former_names where user_id = who;
  delete from join_requests where user_id = who;
  delete from mutes where user_id = who;
  delete from push_silences where user_id = who;
  delete from feeds where user_id = who;
  delete from discussion_readers where user_id = who;
  delete from form_drafts where user_id = who;
  delete from archives where user_id = who;
  delete from instance_admins where user_id = who;
  delete from known_browsers where user_id = who;
  delete from sessions where user_id = who;
  -- A login that votes, deletes its account and comes back must not vote again.
  perform remember_logins(who);
  delete from identities where user_id = who;
  update mapped_logins set user_id = null where user_id = who;
  delete from provider_attempts where user_id = who or again_for = who;
  delete from passkeys where user_id = who;
  delete from passkey_challenges where user_id = who;
  delete from passkey_handles where user_id = who;
  delete from personal_links where user_id = who;
  delete from personal_answers where personal_key_id in (select id from personal_keys where user_id = who);
  delete from personal_keys where user_id = who;
  select array_agg(body_hash) into bodies from mails where user_id = who;
  delete from mails where user_id = who;
  delete from mail_bodies b where hash = any (bodies) and not exists (select from mails where body_hash = b.hash);
  update events set recipient_ids = array_remove(recipient_ids, who)
  where dispatched_at is null and recipient_ids @> array[who];
  update memberships set title = null, former_admin = false, former_accepted_at = null where user_id = who;
  update users set name = former_name, username = null, email = null, email_verified = false, locale = null,
    browser_locale = null, time_zone = 'UTC', utc_chosen = false, mails_from = null, signed_in_at = null, erased_at = now()
  where id = who;
end
$$;
