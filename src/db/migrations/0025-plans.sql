-- Each of these indexes is the only one that fits its statements. If several fit, PostgreSQL chooses by statistics, and a new
-- database has none: it read all polls or members of a group to find one row. An index on `group_id + 0` is used only by
-- statements that contain the same expression, and one with `is not null` only by those that compare the column. `coalesce`
-- keeps the index of all due polls out of statements about the polls of one group.

-- Open polls of a group, drafts, and polls that are due. Replaces polls_unsettled.
create index polls_unsettled_of_group on polls ((group_id + 0), closing_at)
  where closed_at is null and (group_id + 0) is not null;
drop index polls_unsettled;
drop index polls_due;
create index polls_due on polls ((coalesce(closing_at, 'infinity')))
  where closed_at is null and coalesce(closing_at, 'infinity') is not null;

-- Members of a group, in the order in which they were added. Replaces memberships_listed.
create index memberships_in_order on memberships ((group_id + 0), id) where revoked_at is null and (group_id + 0) is not null;
drop index memberships_listed;
drop index memberships_of_user;
create index memberships_of_user on memberships (user_id) where revoked_at is null and user_id is not null;
create index memberships_removed on memberships ((group_id + 0), id) where revoked_at is not null and (group_id + 0) is not null;
create index memberships_admins on memberships (group_id) where admin and revoked_at is null and group_id is not null;

-- Ballots of people who did not get them as members of the group.
create index electorate_of_guests on electorate (user_id) where issued_as <> 'member';

create index discussions_in_order on discussions ((group_id + 0), id) where (group_id + 0) is not null;
create index groups_of_parent on groups (parent_id) where parent_id is not null;
create index polls_of_urn_key on polls (urn_key) where urn_key is not null;
create index mails_invitation on mails (user_id) where kind = 'group_invitation';
-- Deleting a body looks up its emails.
create index mails_of_body on mails using hash (body_hash);
drop index events_set_aside;
create index events_set_aside on events (set_aside_at) where set_aside_at is not null;
create index outcomes_reviewed on outcomes (group_id, review_on) where review_on is not null;
create index sessions_age on sessions (expires_at);
-- Replaces webhook_deliveries_of_webhook.
create index webhook_deliveries_in_order on webhook_deliveries ((webhook_id + 0), id) where (webhook_id + 0) is not null;
drop index webhook_deliveries_of_webhook;
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id) where status = 'waiting' and webhook_id is not null;
create index comments_in_order on comments ((discussion_id + 0), id) where (discussion_id + 0) is not null;
