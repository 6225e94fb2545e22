import { describe, expect, test } from 'vitest'
import type { EventKind } from '../events/kinds.ts'
import type { MailKind } from '../events/mail-rule.ts'
import type { ClosingSoonAudience } from '../polls/poll.ts'
import { audienceOf, authorsOf, isMailed, mailFor, type PersonFacts } from './recipients.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const EARLIER = new Date('2026-11-21T11:00:00Z')
const LATER = new Date('2026-11-22T12:00:00Z')

const DRAFT = { opened_at: null, closing_at: null, closed_at: null }
const OPEN = { opened_at: EARLIER, closing_at: LATER, closed_at: null }
const CLOSED = { opened_at: EARLIER, closing_at: LATER, closed_at: NOW }
const DUE = { opened_at: EARLIER, closing_at: NOW, closed_at: null }

describe('the audience of an event', () => {
  const cases: [EventKind, object | null, ClosingSoonAudience, string][] = [
    ['new_discussion', null, 'nobody', 'named'],
    ['membership_created', null, 'nobody', 'named'],
    ['discussion_announced', null, 'nobody', 'named'],
    ['new_comment', null, 'nobody', 'named'],
    ['comment_edited', null, 'nobody', 'named'],
    ['comment_deleted', null, 'nobody', 'nobody'],
    ['membership_removed', null, 'nobody', 'nobody'],
    ['poll_created', DRAFT, 'voters', 'named'],
    ['poll_created', OPEN, 'voters', 'named'],
    ['poll_created', CLOSED, 'voters', 'nobody'],
    ['poll_created', DUE, 'voters', 'nobody'],
    // The opening of a draft has its own notification.
    ['poll_created', { ...OPEN, opened_at: NOW }, 'voters', 'nobody'],
    ['poll_opened', OPEN, 'voters', 'named'],
    ['poll_opened', CLOSED, 'voters', 'nobody'],
    ['poll_reopened', OPEN, 'voters', 'misinformed'],
    ['poll_discarded', OPEN, 'voters', 'misinformed'],
    ['outcome_withdrawn', CLOSED, 'voters', 'misinformed'],
    ['poll_closing_soon', OPEN, 'author', 'author'],
    ['poll_closing_soon', OPEN, 'voters', 'voters'],
    ['poll_closing_soon', OPEN, 'undecided_voters', 'undecided_voters'],
    ['poll_closing_soon', OPEN, 'nobody', 'nobody'],
    ['poll_closing_soon', CLOSED, 'voters', 'nobody'],
    ['poll_closing_soon', DUE, 'voters', 'nobody'],
    ['poll_expired', CLOSED, 'nobody', 'author'],
    ['poll_closed_by_user', CLOSED, 'nobody', 'author'],
    ['poll_closed_by_user', OPEN, 'nobody', 'nobody'],
    ['outcome_created', CLOSED, 'nobody', 'concerned'],
    ['outcome_created', OPEN, 'nobody', 'nobody'],
    ['outcome_updated', CLOSED, 'voters', 'uninformed'],
    ['outcome_updated', OPEN, 'voters', 'nobody'],
    ['outcome_review_due', CLOSED, 'nobody', 'named'],
    ['outcome_review_due', OPEN, 'voters', 'nobody'],
    ['guest_removed', null, 'voters', 'nobody'],
    ['stance_created', OPEN, 'voters', 'nobody'],
    ['poll_created', null, 'voters', 'nobody'],
  ]
  test.each(cases)('%s of %j with reminders for %s: %s', (kind, poll, notify_on_closing_soon, audience) => {
    const event = { kind, actor_id: null, created_at: EARLIER }
    const facts = poll === null ? null : { ...(poll as typeof OPEN), notify_on_closing_soon }
    expect(audienceOf(event, facts, NOW)).toBe(audience)
  })
})

describe('how a person is notified', () => {
  const BEN: PersonFacts = {
    user_id: 2,
    bot: false,
    muted: false,
    member: true,
    mentioned: false,
    in_own_thread: false,
    time_zone: 'UTC',
  }
  const cases: [EventKind, Partial<PersonFacts>, MailKind | null][] = [
    ['new_discussion', {}, 'announcement'],
    ['new_discussion', { member: false }, 'thread_invitation'],
    ['new_discussion', { muted: true }, null],
    ['new_discussion', { member: false, muted: true }, null],
    ['membership_created', {}, 'group_invitation'],
    ['membership_created', { muted: true }, null],
    ['poll_created', {}, 'vote_invitation'],
    ['poll_created', { member: false }, 'vote_invitation'],
    ['poll_created', { bot: true }, null],
    ['poll_created', { user_id: 1 }, null],
    ['membership_created', { user_id: 1 }, null],
    ['poll_opened', {}, 'vote_invitation'],
    ['poll_closing_soon', {}, 'closing_soon'],
    ['poll_closing_soon', { muted: true }, null],
    ['poll_expired', {}, 'poll_closed'],
    ['poll_closed_by_user', { user_id: 1 }, null],
    ['stance_created', {}, null],
    ['membership_removed', {}, null],
    ['discussion_announced', {}, 'announcement'],
    ['discussion_announced', { member: false }, 'thread_invitation'],
    ['new_comment', {}, 'comment_reply'],
    ['new_comment', { in_own_thread: true }, 'thread_comment'],
    ['new_comment', { mentioned: true, in_own_thread: true }, 'mention'],
    ['new_comment', { mentioned: true }, 'mention'],
    ['new_comment', { mentioned: true, member: false }, 'mention'],
    ['new_comment', { mentioned: true, muted: true }, null],
    ['new_comment', { user_id: 1 }, null],
    ['new_comment', { bot: true }, null],
    ['comment_edited', { mentioned: true }, 'mention'],
    ['comment_deleted', {}, null],
    ['discussion_edited', {}, null],
    ['poll_reopened', {}, 'outcome_withdrawn'],
    ['poll_reopened', { user_id: 1 }, null],
    ['poll_reopened', { muted: true }, null],
    ['poll_reopened', { loses_time: true }, 'meeting_cancelled'],
    ['poll_reopened', { user_id: 1, loses_time: true }, 'meeting_cancelled'],
    ['discussion_closed', {}, null],
  ]
  test.each(cases)('%s to %j: %s', (kind, facts, mail) => {
    expect(mailFor({ kind, actor_id: 1 }, { ...BEN, ...facts })).toBe(mail)
  })
})

describe('the people notified as authors', () => {
  const facts = { author_id: 7, author_is_bot: true, issuer_id: 3, admin_ids: [1, 4] }
  test.each([
    [{ author_is_bot: false }, [7]],
    [{}, [3]],
    [{ issuer_id: null }, [1, 4]],
  ])('%j: %j', (change, ids) => {
    expect(authorsOf({ ...facts, ...change })).toEqual(ids)
  })
})

describe('the events that send mails', () => {
  test.each([
    ['new_comment', [2], true],
    ['new_comment', [], false],
    // Sent to people by their relation to the poll, not by name.
    ['poll_expired', [], true],
    ['discussion_edited', [2], false],
    ['of a later release', [2], false],
  ])('%s with people %j: %s', (kind, recipient_ids, mailed) => {
    expect(isMailed({ kind: kind as EventKind, recipient_ids })).toBe(mailed)
  })
})
