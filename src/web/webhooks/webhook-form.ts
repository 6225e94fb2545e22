import type { Problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import {
  type DisabledReason,
  FORMATS,
  type Format,
  kindsAmong,
  type WebhookKind,
  type WebhookSettings,
} from '../../webhooks/webhook.ts'
import type { Listed } from '../parts/form-part.tsx'
import { textOf, textsOf } from '../visits/group-door.ts'

/** What stands in the form of a new webhook before anything was typed. */
export const EMPTY_WEBHOOK: Fields = { url: '', kinds: [], format: 'json' }

/** The webhook a form asks for. */
export function readWebhookForm(fields: Fields): { settings: WebhookSettings; problems: Problem[] } {
  const wished = textOf(fields, 'format')
  const format = FORMATS.find((known) => known === wished)
  return {
    settings: {
      url: textOf(fields, 'url').trim(),
      kinds: kindsAmong(textsOf(fields, 'kinds')),
      format: format ?? 'json',
    },
    problems: format === undefined ? [{ field: 'format', code: 'inclusion', message: 'must be chosen' }] : [],
  }
}

/** What happened, as admins choose it and find it in the log. */
const KIND_WORDS: Record<WebhookKind, string> = {
  new_discussion: 'A thread is started',
  discussion_edited: 'A thread is edited',
  new_comment: 'A comment is written',
  poll_created: 'A poll is started',
  poll_opened: 'Voting opens in a draft',
  poll_edited: 'A poll is edited',
  poll_closing_soon: 'Voting closes soon',
  poll_expired: 'Voting has ended in time',
  poll_closed_by_user: 'A poll is closed by hand',
  poll_reopened: 'A poll is opened again',
  outcome_created: 'An outcome is published',
  outcome_updated: 'An outcome is changed',
  outcome_review_due: 'An outcome is due for review',
  stance_created: 'A vote is cast',
  stance_updated: 'A vote is changed',
  membership_created: 'Somebody is invited',
  membership_removed: 'Somebody is removed',
}

export const KIND_CHOICES: Listed[] = Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label }))

export function kindWords(kind: string): string {
  return kind === 'test' ? 'A test' : ((KIND_WORDS as Record<string, string>)[kind] ?? kind)
}

/** "Everything", or the kinds chosen. */
export function kindsWords(kinds: WebhookKind[]): string {
  return kinds.length === 0 ? 'Everything' : kinds.map(kindWords).join('; ')
}

const FORMAT_WORDS: Record<Format, string> = {
  json: 'JSON, for programs',
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
  teams: 'Microsoft Teams',
  matrix: 'Matrix (hookshot)',
}

export const FORMAT_CHOICES: Listed[] = FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))

export function formatWords(format: Format): string {
  return FORMAT_WORDS[format]
}

const REASON_WORDS: Record<DisabledReason, string> = {
  by_hand: 'by hand',
  gone: 'because it answered that it wants no more (410)',
  failing: 'because it took nothing for three days',
}

/** Why a webhook is off. */
export function reasonWords(reason: DisabledReason): string {
  return REASON_WORDS[reason]
}
