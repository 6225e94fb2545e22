-- A time that a meeting had, to be taken out of calendars by this mail.
alter table mail_bodies add column cancels jsonb;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement', 'closing_soon', 'poll_closed',
    'mention', 'comment_reply', 'outcome', 'outcome_review', 'meeting_cancelled', 'webhook_disabled', 'key_ending', 'sign_in'));
create index mails_meeting_cancelled on mails (poll_id, user_id) where kind = 'meeting_cancelled';
