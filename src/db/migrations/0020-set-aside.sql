-- A former meeting time, which this email removes from calendars.
alter table mail_bodies add column cancels jsonb;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement', 'closing_soon', 'poll_closed',
    'mention', 'comment_reply', 'outcome', 'outcome_review', 'meeting_cancelled', 'webhook_disabled', 'key_ending', 'sign_in'));
create index mails_meeting_cancelled on mails (poll_id, user_id) where kind = 'meeting_cancelled';

-- An event that could not be processed because of a bug. It is skipped until someone retries it, and counts as dispatched,
-- so that it does not delay others.
alter table events add column set_aside_at timestamptz;
alter table events add column set_aside_reason text;
create index events_set_aside on events (id) where set_aside_at is not null;
