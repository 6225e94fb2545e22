import { describe, expect, test } from 'vitest'
import { isVote } from '../webhooks/bodies/event-view.ts'
import { isWebhookKind, WEBHOOK_KINDS } from '../webhooks/webhook.ts'
import { removedBy } from './event.ts'
import { factsOf, KINDS, kindsWhere } from './kinds.ts'

const everyKind = kindsWhere(() => true)

describe('every kind of events', () => {
  test.each(everyKind)('%s: a mail that waits for the state of a poll is about one', (kind) => {
    const { subject, mail } = KINDS[kind]
    const of_poll = ['Poll', 'Outcome', 'Stance'].includes(subject)
    const needs_poll = mail !== null && (mail.while !== 'always' || mail.to !== 'named')
    expect(of_poll || !needs_poll).toBe(true)
  })

  test.each(everyKind)('%s: no list tells of what takes its subject away', (kind) => {
    const { removes, webhooks, in_thread } = KINDS[kind]
    expect(removes && (webhooks || in_thread)).toBe(false)
  })

  test('stands once among those of webhooks, or not at all', () => {
    expect(WEBHOOK_KINDS).toEqual(everyKind.filter(isWebhookKind))
    expect(WEBHOOK_KINDS.length).toBeLessThan(everyKind.length)
  })

  test('is the name of a fact only where it is a kind', () => {
    expect(factsOf('toString')).toBeNull()
    expect(factsOf('poll_created')?.subject).toBe('Poll')
  })
})

describe('a kind that a later release writes beside this one', () => {
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

  test('takes nothing away, and no webhook is told of it', () => {
    expect(removedBy([event], 'Discussion')).toEqual([])
    expect(isWebhookKind(event.kind)).toBe(false)
    expect(isVote(event)).toBe(false)
  })
})
