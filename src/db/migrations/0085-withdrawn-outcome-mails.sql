-- Mails to people who were told an outcome by mail, when its poll is reopened.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement', 'closing_soon', 'poll_closed',
    'mention', 'comment_reply', 'outcome', 'outcome_review', 'meeting_cancelled', 'webhook_disabled', 'key_ending', 'sign_in',
    'join_request', 'join_answer', 'join_flood', 'outcome_withdrawn'));
create index mails_outcome_withdrawn on mails (poll_id, user_id) where kind = 'outcome_withdrawn';
