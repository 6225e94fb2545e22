/** The mails that tell of events. */
export const MAIL_KINDS = [
  'group_invitation',
  'thread_invitation',
  'vote_invitation',
  'announcement',
  'closing_soon',
  'poll_closed',
  'mention',
  'comment_reply',
  'outcome',
  'outcome_review',
  'meeting_cancelled',
  'webhook_disabled',
  'key_ending',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** How the events of a kind are told by mail. */
export type MailRule = {
  kind: MailKind
  /**
   * Those the event names, a poll's author, holders of its ballots who have not voted, those whom the poll
   * wants to be reminded, all whom its result concerns, those of them who do not know it as it is now, those
   * who know a time that no longer holds.
   */
  to: 'named' | 'author' | 'undecided_voters' | 'by_setting' | 'concerned' | 'uninformed' | 'misinformed'
  /**
   * How the poll must still be for the mail to go out; later it is overtaken. `as_begun`: not closed, and not
   * opened since, which is told by itself. `always`: whatever became of it.
   */
  while: 'always' | 'as_begun' | 'open' | 'closed'
  /**
   * What its mail says otherwise than usual: it invites, tells of an opening, or was asked for by somebody.
   */
  wording: 'usual' | 'invitation' | 'opening' | 'by_hand'
}
