-- Ballots, outcomes and events over HTTP ---------------------------------------------------------------

alter table api_keys drop constraint api_keys_permissions_check;
alter table api_keys add constraint api_keys_permissions_check check (permissions <@ array['create_discussion',
  'create_poll', 'read_memberships', 'manage_memberships', 'manage_webhooks', 'manage_discussions', 'manage_polls',
  'comment', 'cast_ballots']);

-- The API key that cast the ballot for its voter; null: the voter did.
alter table ballots add column api_key_id bigint references api_keys;
alter table superseded_ballots add column api_key_id bigint references api_keys;

-- An event's number in the feed, assigned when it is dispatched. Readers who continue from a number miss nothing, because
-- no smaller number follows. Numbers can have gaps.
alter table events add column feed_number bigint;
create sequence feed_numbers;
update events e set feed_number = n.number
  from (select id, nextval('feed_numbers') as number from (
    select id from events where dispatched_at is not null order by id) o) n
  where e.id = n.id;
create unique index events_feed on events (group_id, feed_number) where feed_number is not null;
