-- Mails to the author of a thread about comments that reply to nothing else of theirs. Who turned off the pushes
-- about replies, which these were, gets none about them either.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement', 'closing_soon', 'poll_closed',
    'mention', 'comment_reply', 'thread_comment', 'outcome', 'outcome_review', 'meeting_cancelled', 'webhook_disabled', 'key_ending', 'sign_in',
    'join_request', 'join_answer', 'join_flood', 'outcome_withdrawn'));
insert into push_silences (user_id, kind) select user_id, 'thread_comment' from push_silences where kind = 'comment_reply';
