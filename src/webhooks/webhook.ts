import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is } from '../db/row-types.ts'
import { type Problem, problem } from '../errors.ts'
import { factsOf, type KindWith, kindsWhere } from '../events/kinds.ts'
import { checkLength } from '../text/length.ts'
import { type Allowed, isRefusedHost } from './public-address.ts'

export type WebhookKind = KindWith<'webhooks', true>

/** What webhooks are told of: the kinds of the interface, and some of ours. */
export const WEBHOOK_KINDS: readonly WebhookKind[] = kindsWhere(({ webhooks }) => webhooks).filter(
  isWebhookKind,
)

/** Bodies it can be told in: ours, and those that chat services read. */
export const FORMATS = ['json', 'slack', 'discord', 'mattermost', 'teams', 'matrix'] as const
export type Format = (typeof FORMATS)[number]

/** Why nothing is sent: an admin said so, the endpoint did (410), or all tries of a delivery failed. */
export type DisabledReason = 'by_hand' | 'gone' | 'failing'

/**
 * Where a group's events are told to. Its secrets stand apart: they are shown when they are made, and never
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

/** What an admin decides about a webhook. */
export type WebhookSettings = Pick<Webhook, 'url' | 'kinds' | 'format'>

export const SECRET_PREFIX = 'whsec_'
export const MAX_WEBHOOKS = 50
export const MAX_URL = 2_000
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u

/** What is wrong with the settings of a webhook. */
export function checkWebhook({ url }: WebhookSettings, allowed: Allowed): Problem[] {
  const long = checkLength('url', url, MAX_URL)
  if (long.length > 0) return long
  const found = urlProblem(url, allowed)
  return found === null ? [] : [found]
}

function urlProblem(text: string, allowed: Allowed): Problem | null {
  const field = 'url'
  if (text === '') return problem(field, 'blank')
  // Reading an address skips some of these, so that what is stored and shown would be another than is called.
  if (UNSEEN.test(text)) return problem(field, 'unseen_characters')
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return problem(field, 'no_web_address')
  if (url.username !== '' || url.password !== '') return problem(field, 'secret_in_address')
  if (isRefusedHost(url.hostname, allowed)) return problem(field, 'private_address')
  return null
}

/** The host alone: paths of chat services are secrets. */
export function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Whether it is told of this kind of event. */
export function wants({ kinds }: Pick<Webhook, 'kinds'>, kind: string): boolean {
  return isWebhookKind(kind) && (kinds.length === 0 || kinds.includes(kind))
}

export function isWebhookKind(kind: string): kind is WebhookKind {
  return factsOf(kind)?.webhooks === true
}

/** The kinds among these words, each once, in their usual order. */
export function kindsAmong(words: readonly string[]): WebhookKind[] {
  return WEBHOOK_KINDS.filter((kind) => words.includes(kind))
}
