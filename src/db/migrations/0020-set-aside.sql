-- A time that a meeting had, to be taken out of calendars by this mail.
alter table mail_bodies add column cancels jsonb;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement', 'closing_soon', 'poll_closed',
    'mention', 'comment_reply', 'outcome', 'outcome_review', 'meeting_cancelled', 'webhook_disabled', 'key_ending', 'sign_in'));
create index mails_meeting_cancelled on mails (poll_id, user_id) where kind = 'meeting_cancelled';

-- An event that could not be told, for a fault of the program: left out until somebody has it tried again. It is dispatched all
-- the same, so that it holds up nothing.
alter table events add column set_aside_at timestamptz;
alter table events add column set_aside_reason text;
create index events_set_aside on events (id) where set_aside_at is not null;
