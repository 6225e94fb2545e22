import { type Problem, problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
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
    problems: format === undefined ? [problem('format', 'not_chosen')] : [],
  }
}

export const KIND_CHOICES: Listed[] = WEBHOOK_KINDS.map((value) => ({
  value,
  label: t(KIND_WORDS[value].label),
}))

export function kindWords(kind: string): string {
  if (kind === 'test') return 'A test'
  return isWebhookKind(kind) ? t(KIND_WORDS[kind].label) : kind
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
