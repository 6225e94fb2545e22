import { createHmac } from 'node:crypto'
import { pauseAfter } from '../db/due-rows.ts'
import { factsOf } from '../events/kinds.ts'
import type { MailKind } from '../events/mail-rule.ts'
import { fullName } from '../groups/group.ts'
import { chooseLanguage } from '../locales/choose-language.ts'
import { directionOf, type Language } from '../locales/languages.ts'
import { inLanguage, t } from '../locales/say.ts'
import { isOfGroup, isOfJoining, isOfThread, isTimely, type Telling } from '../notifications/timely.ts'
import type { Answer } from '../webhooks/delivery.ts'

/** A notice about to be sent, with the facts that decide whether to send it. */
export type Push = Telling & {
  id: number
  user_id: number
  subscription_id: number
  discreet: boolean
  endpoint: string
  browser_key: Buffer
  auth: Buffer
  service_key: string
  signed_in: boolean
  resting: boolean
  silenced: boolean
  locale: string | null
  browser_locale: string | null
  group_id: number
  group_handle: string
  group_name: string
  group_locale: string | null
  parent_name: string | null
  thread_title: string | null
  poll_title: string | null
  comment_id: number | null
}

/** The message to the script in the browser, encrypted for that browser. */
export type Payload = {
  title: string
  body: string
  lang: Language
  dir: 'ltr' | 'rtl'
  /** The page it leads to: an address of ours, without any secret. */
  path: string
  /** Notices with the same tag replace each other. */
  tag: string
  /** How many polls wait for the person's vote. */
  waiting: number
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/** Six tries within a little more than eight hours. */
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS]
const MOST_PAUSE_MS = 24 * HOUR_MS
/** How long a push service keeps what it cannot deliver. */
const LEAST_TTL_S = 60
const MOST_TTL_S = 3 * 24 * 3_600
/** Titles have room for more; what browsers take is 4096 bytes for all. */
const MAX_TITLE = 200
const TOPIC_CHARACTERS = 32

/**
 * Whether this notice is worth sending now: to a session that goes on, of a kind that the person wants, and
 * by the rule of mails. `service_key`: the present one; browsers refuse others.
 */
export function isWanted(push: Push, service_key: string): boolean {
  return push.signed_in && !push.silenced && push.service_key === service_key && isTimely(push)
}

/** The notice in the person's language. */
export function payloadOf(push: Push, waiting: number): Payload {
  const lang = chooseLanguage({ own: push.locale, group: push.group_locale, former: push.browser_locale })
  const group = fullName(
    { name: push.group_name },
    push.parent_name === null ? null : { name: push.parent_name },
  )
  return inLanguage(lang, () => {
    const title =
      isOfGroup(push.kind) || isOfJoining(push.kind) ? group : (push.poll_title ?? push.thread_title ?? group)
    const said = saidBy(push)
    return {
      title: shortened(title),
      body: title === group ? said : `${said}\n${shortened(group)}`,
      lang,
      dir: directionOf(lang),
      path: pathOf(push),
      tag: tagOf(push),
      waiting,
    }
  })
}

/** A reminder that someone sends may come long before voting closes. */
function saidBy({ kind, event }: Push): string {
  if (kind !== 'closing_soon') return t(`push_kind.${kind}`)
  const by_hand = factsOf(event.kind)?.mail?.wording === 'by_hand'
  return t(by_hand ? 'mail.not_voted_heading' : 'mail.closing_soon_heading')
}

function pathOf({ kind, group_handle, thread, poll, comment_id }: Push): string {
  if (isOfThread(kind) && thread !== null)
    return comment_id === null ? `/d/${thread.key}` : `/d/${thread.key}/comments/${comment_id}`
  if (poll !== null) return `/p/${poll.key}`
  return isOfJoining(kind) ? `/g/${group_handle}/requests` : `/g/${group_handle}`
}

function tagOf({ kind, group_id, thread, poll }: Push): string {
  if (poll !== null) return `poll ${poll.id}`
  if (isOfJoining(kind)) return `requests ${group_id}`
  return thread === null || isOfGroup(kind) ? `group ${group_id}` : `thread ${thread.id}`
}

function shortened(text: string): string {
  const characters = [...text]
  return characters.length <= MAX_TITLE ? text : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}

/** The name by which a push service replaces what it still keeps: it tells the service nothing. */
export function topicOf({ auth, tag }: { auth: Buffer; tag: string }): string {
  return createHmac('sha256', auth).update(tag).digest('base64url').slice(0, TOPIC_CHARACTERS)
}

const URGENT: readonly MailKind[] = [
  'vote_invitation',
  'closing_soon',
  'meeting_cancelled',
  'outcome_withdrawn',
]

/** How a push service handles it: for how many seconds, and whether it may wake a sleeping phone. */
export function handlingOf({ kind, poll, now }: Push): { ttl_s: number; urgency: 'high' | 'normal' } {
  const left_s =
    poll?.closing_at == null || poll.closed_at !== null
      ? MOST_TTL_S
      : Math.floor((poll.closing_at.getTime() - now.getTime()) / SECOND_MS)
  const ttl_s = Math.min(MOST_TTL_S, Math.max(LEAST_TTL_S, left_s))
  return { ttl_s, urgency: URGENT.includes(kind) ? 'high' : 'normal' }
}

/** `gone`: the browser no longer wants any. `refused`: not this one, and a retry would not help. */
export type Verdict = { is: 'sent' | 'gone' | 'refused' | 'failed' } | { is: 'retry'; pause_ms: number }

const REFUSALS = new Set([400, 401, 403, 405, 413, 414])

/** The decision after a try. `chance`: from 0 to 1, spreads retries after a common failure. */
export function judgePush(
  { status, retry_after_ms }: Pick<Answer, 'status' | 'retry_after_ms'>,
  { attempts, chance }: { attempts: number; chance: number },
): Verdict {
  if (status !== null && status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  if (status !== null && REFUSALS.has(status)) return { is: 'refused' }
  const planned_ms = pauseAfter(PAUSES_MS, attempts)
  if (planned_ms === null) return { is: 'failed' }
  const pause_ms = Math.round(planned_ms * (1 + chance / 10))
  return { is: 'retry', pause_ms: Math.max(pause_ms, Math.min(retry_after_ms ?? 0, MOST_PAUSE_MS)) }
}
