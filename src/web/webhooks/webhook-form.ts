import { type Problem, problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import { clauses } from '../../text/clauses.ts'
import { KIND_WORDS } from '../../webhooks/bodies/kind-words.ts'
import {
  type DisabledReason,
  FORMATS,
  type Format,
  isWebhookKind,
  kindsAmong,
  WEBHOOK_KINDS,
  type WebhookKind,
  type WebhookSettings,
} from '../../webhooks/webhook.ts'
import type { Listed } from '../parts/form-part.tsx'
import { textOf, textsOf } from '../request/form-text.ts'

/** The initial values of the form for a new webhook. */
export const EMPTY_WEBHOOK: Fields = { url: '', kinds: [], format: 'json' }

/** Reads a webhook from a form. */
export function readWebhookForm(fields: Fields): { settings: WebhookSettings; problems: Problem[] } {
  const wished = textOf(fields, 'format')
  const format = FORMATS.find((known) => known === wished)
  return {
    settings: {
      url: textOf(fields, 'url').trim(),
      kinds: kindsAmong(textsOf(fields, 'kinds')),
      format: format ?? 'json',
    },
    problems: format === undefined ? [problem('format', 'not_chosen')] : [],
  }
}

export function kindChoices(): Listed[] {
  return WEBHOOK_KINDS.map((value) => ({ value, label: kindWords(value) }))
}

export function kindWords(kind: string): string {
  if (kind === 'test') return t('webhook.kind_test')
  return isWebhookKind(kind) ? t(KIND_WORDS[kind].label) : kind
}

/** "Everything", or the chosen kinds. */
export function kindsWords(kinds: WebhookKind[]): string {
  return kinds.length === 0 ? t('webhook.everything') : clauses(kinds.map(kindWords))
}

/** Names of products are the same in every language. */
const FORMAT_WORDS: Record<Exclude<Format, 'json'>, string> = {
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
  teams: 'Microsoft Teams',
  matrix: 'Matrix (hookshot)',
}

export function formatChoices(): Listed[] {
  return FORMATS.map((value) => ({ value, label: formatWords(value) }))
}

export function formatWords(format: Format): string {
  return format === 'json' ? t('webhook.format_json') : FORMAT_WORDS[format]
}

/** The messages that say since when and why a webhook is off. */
export const OFF_KEYS = {
  by_hand: 'webhook.off_by_hand',
  gone: 'webhook.off_gone',
  failing: 'webhook.off_failing',
} as const satisfies Record<DisabledReason, string>
