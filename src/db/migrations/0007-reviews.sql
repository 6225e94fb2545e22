-- When the author of an outcome is reminded to review it: on its review date at 08:00 in their time zone. Null:
-- no date, already reminded, or replaced by another outcome.
alter table outcomes add column review_due_at timestamptz;
create index outcomes_due on outcomes (review_due_at) where review_due_at is not null;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (
  kind in ('group_invitation', 'thread_invitation', 'vote_invitation', 'announcement', 'closing_soon', 'poll_closed',
    'mention', 'comment_reply', 'outcome', 'outcome_review', 'sign_in'));
-- When a comment is deleted, its text is removed from emails, which are found by their events.
create index events_of_comment on events (subject_id) where subject_type = 'Comment';
