import { describe, expect, test } from 'vitest'
import type { MailKind } from '../events/mail-rule.ts'
import { isTimely, type Untimely, whyUntimely } from '../notifications/timely.ts'
import { linkOf, type Outgoing, unsubscribeLink } from './outgoing.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const EARLIER = new Date('2026-11-21T11:00:00Z')
const LATER = new Date('2026-11-22T12:00:00Z')
const OPEN = { id: 5, key: 'POLLKEYx', opened_at: EARLIER, closing_at: LATER, closed_at: null }
const CLOSED = { ...OPEN, closed_at: NOW }
const CLOSING = { id: 9, kind: 'poll_closed_by_user', created_at: NOW } as const
const HOLDS = { withdrawn_at: null, created_at: NOW, replaced: false }
const DRAFT = { ...OPEN, opened_at: null, closing_at: null }

const MAIL: Outgoing = {
  id: 1,
  kind: 'vote_invitation',
  event: { id: 9, kind: 'poll_created', created_at: EARLIER },
  user_id: 2,
  email: 'ben@mill.example',
  group: { id: 1, handle: 'mill-lane', name: 'Mill Lane Co-op' },
  thread: null,
  poll: OPEN,
  outcome: null,
  only_undecided: false,
  discreet: false,
  resends: 0,
  subject: '',
  text_body: '',
  html_body: '',
  meeting: null,
  cancels: null,
  now: NOW,
  active: true,
  muted: false,
  member: true,
  accepted: true,
  thread_guest: false,
  ballot_holder: true,
  voted: false,
  comment_deleted: false,
  overtaken: false,
  planned_again: false,
}

const cases: [kind: MailKind, facts: Partial<Outgoing>, timely: boolean][] = [
  ['vote_invitation', {}, true],
  ['vote_invitation', { poll: DRAFT }, true],
  ['vote_invitation', { poll: CLOSED }, false],
  ['vote_invitation', { poll: { ...OPEN, closing_at: NOW } }, false],
  ['vote_invitation', { poll: { ...OPEN, opened_at: NOW } }, false],
  [
    'vote_invitation',
    { poll: { ...OPEN, opened_at: NOW }, event: { ...MAIL.event, kind: 'poll_opened' } },
    true,
  ],
  ['vote_invitation', { poll: null }, false],
  ['vote_invitation', { ballot_holder: false }, false],
  ['vote_invitation', { muted: true }, false],
  ['closing_soon', {}, true],
  ['closing_soon', { voted: true }, true],
  ['closing_soon', { only_undecided: true }, true],
  ['closing_soon', { only_undecided: true, voted: true }, false],
  ['closing_soon', { only_undecided: true, ballot_holder: false }, false],
  ['closing_soon', { poll: CLOSED }, false],
  ['closing_soon', { ballot_holder: false }, true],
  ['closing_soon', { ballot_holder: false, member: false }, false],
  ['poll_closed', { poll: CLOSED, event: CLOSING }, true],
  ['poll_closed', { event: CLOSING }, false],
  ['poll_closed', { poll: CLOSED, event: CLOSING, member: false, ballot_holder: false }, false],
  // Reopened, and closed again.
  ['poll_closed', { poll: CLOSED, event: { ...CLOSING, created_at: EARLIER } }, false],
  ['poll_closed', { poll: { ...OPEN, closing_at: NOW }, event: CLOSING }, false],
  ['outcome', { poll: CLOSED, outcome: HOLDS }, true],
  ['outcome', { outcome: HOLDS }, false],
  ['outcome', { poll: CLOSED, outcome: { ...HOLDS, replaced: true } }, false],
  ['outcome', { poll: CLOSED, outcome: { ...HOLDS, created_at: EARLIER } }, false],
  ['outcome', { poll: CLOSED, outcome: { ...HOLDS, withdrawn_at: NOW } }, false],
  ['outcome', { poll: CLOSED, outcome: HOLDS, muted: true }, false],
  [
    'outcome',
    { poll: CLOSED, outcome: HOLDS, member: false, thread_guest: true, ballot_holder: false },
    false,
  ],
  ['outcome_review', { poll: CLOSED, outcome: HOLDS }, true],
  ['outcome_review', { outcome: HOLDS }, false],
  ['outcome_review', { poll: CLOSED, outcome: { ...HOLDS, replaced: true } }, false],
  ['outcome_withdrawn', {}, true],
  ['outcome_withdrawn', { poll: CLOSED }, true],
  ['outcome_withdrawn', { overtaken: true }, false],
  ['outcome_withdrawn', { poll: null }, false],
  ['outcome_withdrawn', { member: false, ballot_holder: false }, false],
  ['announcement', { poll: null, thread: { id: 3, key: 'THREADxx' } }, true],
  ['announcement', { poll: null }, false],
  ['mention', { poll: null, thread: { id: 3, key: 'THREADxx' } }, true],
  ['mention', { poll: null, thread: { id: 3, key: 'THREADxx' }, comment_deleted: true }, false],
  ['mention', { poll: null, thread: { id: 3, key: 'THREADxx' }, muted: true }, false],
  [
    'comment_reply',
    { poll: null, thread: { id: 3, key: 'THREADxx' }, member: false, thread_guest: true },
    true,
  ],
  ['comment_reply', { poll: null, thread: { id: 3, key: 'THREADxx' }, member: false }, false],
  [
    'thread_invitation',
    { poll: null, thread: { id: 3, key: 'THREADxx' }, member: false, thread_guest: true },
    true,
  ],
  ['thread_invitation', { poll: null, thread: { id: 3, key: 'THREADxx' }, member: false }, false],
  ['group_invitation', { poll: null, accepted: false }, true],
  ['group_invitation', { poll: null, accepted: false, muted: true }, false],
  ['group_invitation', { poll: null, accepted: true }, false],
  ['group_invitation', { poll: null, accepted: false, member: false }, false],
]

describe('a mail is sent while its content still applies', () => {
  test.each(cases)('%s with %j: %s', (kind, facts, timely) => {
    expect(isTimely({ ...MAIL, ...facts, kind })).toBe(timely)
  })
})

test('a link serves one subject; the unsubscribe link is bound to no poll', () => {
  expect(linkOf({ ...MAIL, discreet: true })).toEqual({
    subject: { purpose: 'ballot', key: 'POLLKEYx' },
    link: { purpose: 'ballot', user_id: 2, group_id: 1, discussion_id: null, poll_id: 5, discreet: true },
  })
  const thread = { id: 3, key: 'THREADxx' }
  expect(linkOf({ ...MAIL, kind: 'announcement', poll: null, thread })?.subject).toEqual({
    purpose: 'thread',
    key: 'THREADxx',
  })
  expect(linkOf({ ...MAIL, kind: 'group_invitation' })?.subject).toEqual({
    purpose: 'invitation',
    handle: 'mill-lane',
  })
  expect(linkOf({ ...MAIL, poll: null })).toBeNull()
  expect(linkOf({ ...MAIL, kind: 'thread_invitation', poll: null })).toBeNull()
  expect(unsubscribeLink({ ...MAIL, discreet: true })).toMatchObject({ poll_id: null, discreet: false })
})

const GONE: Partial<Outgoing> = { poll: null, muted: true, member: false }
const reasons: [kind: MailKind, facts: Partial<Outgoing>, why: Untimely | null][] = [
  ['vote_invitation', {}, null],
  ['vote_invitation', GONE, 'poll_deleted'],
  ['mention', GONE, 'thread_deleted'],
  ['vote_invitation', { muted: true, poll: CLOSED }, 'stopped'],
  ['vote_invitation', { poll: CLOSED }, 'outdated'],
  ['vote_invitation', { active: false }, 'outdated'],
  ['group_invitation', { poll: null, accepted: true }, 'outdated'],
  // It is sent because the poll was deleted.
  ['meeting_cancelled', { poll: null }, null],
  ['join_request', { poll: null }, null],
]

describe('why a mail is not sent', () => {
  test.each(reasons)('%s with %j: %s', (kind, facts, why) => {
    expect(whyUntimely({ ...MAIL, ...facts, kind })).toBe(why)
  })
})
