/** The kinds of mails about events. */
export const MAIL_KINDS = [
  'group_invitation',
  'thread_invitation',
  'vote_invitation',
  'announcement',
  'closing_soon',
  'poll_closed',
  'mention',
  'comment_reply',
  'thread_comment',
  'outcome',
  'outcome_review',
  'meeting_cancelled',
  'outcome_withdrawn',
  'webhook_disabled',
  'key_ending',
  'join_request',
  'join_answer',
  'join_flood',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** How a kind of events is sent by mail. */
export type MailRule = {
  kind: MailKind
  /**
   * The recipients: people the event names, a poll's author, voters who have not voted, those whom the poll's
   * setting reminds, everyone its result concerns, those of them who do not know its current state, those
   * who know an outcome or a time that no longer holds.
   */
  to: 'named' | 'author' | 'undecided_voters' | 'by_setting' | 'concerned' | 'uninformed' | 'misinformed'
  /**
   * The state in which the poll must still be for the mail; otherwise it is outdated. `as_begun`: not closed,
   * and not opened since, which has its own mail. `always`: in any state.
   */
  while: 'always' | 'as_begun' | 'open' | 'closed'
  /**
   * A variant of its text: an invitation, an opening, a reminder that someone requested, or an outcome that
   * was withdrawn while its poll stays closed.
   */
  wording: 'usual' | 'invitation' | 'opening' | 'by_hand' | 'alone'
}
