-- Removes a group permanently: its rows in all tables, and the accounts of its keys. People stay, including those who were in no
-- other group. Rows are removed before the rows that they refer to.
create or replace function remove_group(gone bigint) returns void
language plpgsql as $$
declare
  threads bigint[] := array(select id from discussions where group_id = gone);
  voted_on bigint[] := array(select id from polls where group_id = gone);
  keys bigint[] := array(select id from api_keys where group_id = gone);
  bots bigint[] := array(select bot_user_id from api_keys where group_id = gone);
  bodies bytea[] := array(select distinct body_hash from mails where group_id = gone);
begin
  delete from webhooks where group_id = gone;
  delete from mails where group_id = gone;
  delete from mail_bodies b where b.hash = any (bodies) and not exists (select from mails m where m.body_hash = b.hash);
  delete from events where group_id = gone;
  delete from personal_links where group_id = gone;
  delete from feeds where group_id = gone;
  delete from mutes where group_id = gone;
  delete from given_names where group_id = gone;
  delete from join_requests where group_id = gone;
  delete from join_links where group_id = gone;

  delete from ballots where poll_id = any (voted_on);
  delete from superseded_ballots where poll_id = any (voted_on);
  delete from electorate where poll_id = any (voted_on);
  delete from spent_votes where group_id = gone;
  delete from refused_ballots where poll_id = any (voted_on);
  delete from removed_addresses where group_id = gone;
  delete from urn where poll_id = any (voted_on);
  delete from urn_boxes where poll_id = any (voted_on);
  delete from urn_keys where public_key in (select urn_key from polls where id = any (voted_on));
  delete from sealed_ballots where poll_id = any (voted_on);
  delete from tallies where poll_id = any (voted_on);
  delete from shown_tallies where poll_id = any (voted_on);
  delete from outcomes where group_id = gone;
  delete from poll_options where poll_id = any (voted_on);
  delete from polls where id = any (voted_on);

  delete from comment_versions where comment_id in (select id from comments where discussion_id = any (threads));
  delete from comments where discussion_id = any (threads);
  delete from discussion_versions where discussion_id = any (threads);
  delete from discussion_readers where discussion_id = any (threads);
  delete from thread_guests where discussion_id = any (threads);
  delete from discussions where id = any (threads);
  delete from tags where group_id = gone;

  delete from idempotent_answers where api_key_id = any (keys);
  delete from key_uses where api_key_id = any (keys);
  delete from key_secrets where api_key_id = any (keys);
  delete from api_keys where id = any (keys);
  delete from memberships where group_id = gone;
  delete from group_item_counts where group_id = gone;
  delete from group_counts where group_id = gone;
  delete from groups where id = gone;
  delete from users where id = any (bots) and bot;
end
$$;
