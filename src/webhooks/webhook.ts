import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is } from '../db/row-types.ts'
import { type Problem, problem } from '../errors.ts'
import { factsOf, type KindWith, kindsWhere } from '../events/kinds.ts'
import { checkLength } from '../text/length.ts'
import { type Allowed, isRefusedHost } from './public-address.ts'

export type WebhookKind = KindWith<'webhooks', true>

/** The kinds that webhooks can get: those of the API, and some of ours. */
export const WEBHOOK_KINDS: readonly WebhookKind[] = kindsWhere(({ webhooks }) => webhooks).filter(
  isWebhookKind,
)

/** Body formats: ours, and those of chat services. */
export const FORMATS = ['json', 'slack', 'discord', 'mattermost', 'teams', 'matrix'] as const
export type Format = (typeof FORMATS)[number]

/** Why it is disabled: an admin did it, the endpoint answered 410, or all tries of a delivery failed. */
export type DisabledReason = 'by_hand' | 'gone' | 'failing'

/**
 * A receiver of a group's events. Its secrets are stored separately: they are shown when created, and never
 * again.
 */
export type Webhook = {
  id: number
  group_id: number
  author_id: number | null
  url: string
  /** Empty: all. */
  kinds: WebhookKind[]
  format: Format
  succeeded_at: Date | null
  failing_since: Date | null
  disabled_at: Date | null
  disabled_reason: DisabledReason | null
  created_at: Date
  updated_at: Date
}

export const WEBHOOK_ROW: Fields<Webhook> = {
  id: is.integer,
  group_id: is.integer,
  author_id: is.nullable(is.integer),
  url: is.text,
  kinds: is.list(is.oneOf(WEBHOOK_KINDS)),
  format: is.oneOf(FORMATS),
  succeeded_at: is.nullable(is.instant),
  failing_since: is.nullable(is.instant),
  disabled_at: is.nullable(is.instant),
  disabled_reason: is.nullable(is.oneOf(['by_hand', 'gone', 'failing'])),
  created_at: is.instant,
  updated_at: is.instant,
}

export const webhookFromJson = jsonReader(WEBHOOK_ROW)

/** The settings an admin chooses for a webhook. */
export type WebhookSettings = Pick<Webhook, 'url' | 'kinds' | 'format'>

export const SECRET_PREFIX = 'whsec_'
export const MAX_WEBHOOKS = 50
export const MAX_URL = 2_000
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u

/** Problems of a webhook's settings. */
export function checkWebhook({ url }: WebhookSettings, allowed: Allowed): Problem[] {
  const long = checkLength('url', url, MAX_URL)
  if (long.length > 0) return long
  const found = urlProblem(url, allowed)
  return found === null ? [] : [found]
}

function urlProblem(text: string, allowed: Allowed): Problem | null {
  const field = 'url'
  if (text === '') return problem(field, 'blank')
  // URL parsing drops some of these, so the stored and displayed address would differ from the called one.
  if (UNSEEN.test(text)) return problem(field, 'unseen_characters')
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return problem(field, 'no_web_address')
  if (url.username !== '' || url.password !== '') return problem(field, 'secret_in_address')
  if (isRefusedHost(url.hostname, allowed)) return problem(field, 'private_address')
  return null
}

/** Whether it gets this kind of event. */
export function wants({ kinds }: Pick<Webhook, 'kinds'>, kind: string): boolean {
  return isWebhookKind(kind) && (kinds.length === 0 || kinds.includes(kind))
}

export function isWebhookKind(kind: string): kind is WebhookKind {
  return factsOf(kind)?.webhooks === true
}

/** The valid kinds in this list, each once, in their usual order. */
export function kindsAmong(words: readonly string[]): WebhookKind[] {
  return WEBHOOK_KINDS.filter((kind) => words.includes(kind))
}
