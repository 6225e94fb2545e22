import { describe, expect, test } from 'vitest'
import { isVote } from '../webhooks/bodies/event-view.ts'
import { isWebhookKind, WEBHOOK_KINDS } from '../webhooks/webhook.ts'
import { removedBy } from './event.ts'
import { factsOf, KINDS, kindsWhere } from './kinds.ts'

const everyKind = kindsWhere(() => true)

describe('every kind of events', () => {
  test.each(everyKind)('%s: a mail with a condition on a poll has a poll as subject', (kind) => {
    const { subject, mail } = KINDS[kind]
    const of_poll = ['Poll', 'Outcome', 'Stance'].includes(subject)
    const needs_poll = mail !== null && (mail.while !== 'always' || mail.to !== 'named')
    expect(of_poll || !needs_poll).toBe(true)
  })

  test.each(everyKind)('%s: an event that removes its subject is in no list', (kind) => {
    const { removes, webhooks, in_thread } = KINDS[kind]
    expect(removes && (webhooks || in_thread)).toBe(false)
  })

  test('is in the list of webhook kinds at most once', () => {
    expect(WEBHOOK_KINDS).toEqual(everyKind.filter(isWebhookKind))
    expect(WEBHOOK_KINDS.length).toBeLessThan(everyKind.length)
  })

  test('is the value of a fact only if it is a kind', () => {
    expect(factsOf('toString')).toBeNull()
    expect(factsOf('poll_created')?.subject).toBe('Poll')
  })
})

describe('an unknown kind from a later release', () => {
  const event = {
    id: 1,
    kind: JSON.parse('"discussion_sorted"'),
    group_id: 1,
    discussion_id: 2,
    poll_id: null,
    subject_type: 'Discussion' as const,
    subject_id: 2,
    actor_id: null,
    recipient_ids: [3],
    recipient_message: null,
    sequence_id: null,
    created_at: new Date(0),
  }

  test('removes nothing, and no webhook gets it', () => {
    expect(removedBy([event], 'Discussion')).toEqual([])
    expect(isWebhookKind(event.kind)).toBe(false)
    expect(isVote(event)).toBe(false)
  })
})
