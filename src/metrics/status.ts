import { type PlainKey, sentences, t } from '../locales/say.ts'
import type { Queue } from './queues-store.ts'
import type { GroupTrouble, Holdings } from './status-store.ts'

/** The service's status. `connections`: of serving processes. */
export type Status = Holdings & {
  connections: number
  schema_version: number
  queues: Queue[]
  /**
   * False: mails wait, as no mail server is set. Null: only the service itself knows. `unlikely`: the same,
   * but none is set here, where the settings should be the same.
   */
  sends_mail: boolean | null | 'unlikely'
  /** Mails that the mail server does not accept, and its newest words. */
  refused_mails: { mails: number; last_error: string | null }
}

/** A label and its text. */
export type Fact = [name: string, words: string]

const MEGABYTE = 1_000_000
const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
/** Deliveries to other servers are retried for a while. */
const PATIENCE_S: Record<string, number> = { mails: HOUR_S, pushes: 12 * HOUR_S, webhooks: HOUR_S }
/** If it is unknown whether mails are sent, they may wait for a mail server to be set up. */
const PATIENCE_UNKNOWN_S = 30
const isUnknown = ({ sends_mail }: Status) => sends_mail === null || sends_mail === 'unlikely'

/** Whether mails may wait because no mail server is set. Those that were tried do not. */
function areKeptPerhaps(status: Status): boolean {
  const patience = status.sends_mail === 'unlikely' ? 0 : PATIENCE_UNKNOWN_S
  return isUnknown(status) && status.untried_mails_s > patience
}

/** A problem for an admin. */
export type Concern = {
  words: string
  /** What to do about it in a terminal. */
  steps: Step[]
  /** The pages that show it of one group. Null: there are none. */
  of_groups: GroupTrouble | null
}

type Step = { say: 'status.to_see' | 'status.to_retry'; command: string }

/** The concerns as text, for a terminal: what it is, then one line for each step. */
export function concernLines({ words, steps }: Concern): string[] {
  return [words, ...steps.map(({ say, command }) => t(say, { command }))]
}

/** Problems for an admin; empty: all is well. */
export function concernsOf(status: Status): Concern[] {
  const { connections, queues, failed_mails, failing_webhooks, missing_keys, events_set_aside } = status
  const all: [boolean, Concern][] = [
    [connections === 0, concern(t('status.nothing_runs'))],
    ...(status.sends_mail === false ? queues.filter(({ queue }) => queue === 'mails') : []).map(
      ({ waiting }): [boolean, Concern] => [
        waiting > 0,
        { ...WHERE.mails, words: t('status.mails_wait', { waiting }) },
      ],
    ),
    [areRefused(status), refused(status)],
    ...queues.map((queue): [boolean, Concern] => [isLate(queue, status), late(queue, status)]),
    [failed_mails > 0, { ...WHERE.failed, words: t('status.mails_failed', { mails: failed_mails }) }],
    [
      failing_webhooks > 0,
      { ...WHERE.webhooks, words: t('status.webhooks_failing', { webhooks: failing_webhooks }) },
    ],
    [missing_keys > 0, concern(t('status.keys_missing', { polls: missing_keys }))],
    [
      events_set_aside > 0,
      { ...WHERE.events, words: t('status.events_set_aside', { events: events_set_aside }) },
    ],
  ]
  return all.filter(([applies]) => applies).map(([, one]) => one)
}

const concern = (words: string): Concern => ({ words, steps: [], of_groups: null })

const see = (command: string): Step => ({ say: 'status.to_see', command: `npx folkmoot ${command}` })

type Where = Omit<Concern, 'words'>
const WHERE = {
  mails: { steps: [see('mail list --status waiting')], of_groups: 'mails_waiting' },
  failed: { steps: [see('mail list --status failed')], of_groups: 'mails_failed' },
  webhooks: { steps: [see('webhook list')], of_groups: 'webhooks_failing' },
  events: {
    steps: [see('event list'), { say: 'status.to_retry', command: 'npx folkmoot event retry' }],
    of_groups: null,
  },
} satisfies Record<string, Where>

/** A queue that is late; of these, pages list only emails. */
function late({ queue, waiting, oldest_s }: Queue, status: Status): Concern {
  const words = t('status.late', { queue: queueName(queue), waiting, span: span(oldest_s) })
  // A service that has stopped is the cause, and named before; its log shows nothing newer.
  if (queue !== 'mails')
    return concern(status.connections === 0 ? words : sentences([words, t('status.late_in_log')]))
  return {
    ...WHERE.mails,
    words: areKeptPerhaps(status) ? sentences([words, t('status.mails_kept_perhaps')]) : words,
  }
}

const QUEUES: Record<string, PlainKey> = {
  closings: 'status.queue_closings',
  events: 'status.queue_events',
  mails: 'status.queue_mails',
  pushes: 'status.queue_pushes',
  reminders: 'status.queue_reminders',
  seals: 'status.queue_seals',
  sign_ins: 'status.queue_sign_ins',
  webhooks: 'status.queue_webhooks',
}

export function queueName(queue: string): string {
  const key = QUEUES[queue]
  return key === undefined ? queue : t(key)
}

/** The service's status and content, as text. */
export function factsOf(status: Status): Fact[] {
  const { connections, postgresql, schema_version, bytes, groups, people, polls, open_polls } = status
  const database = { postgresql, schema: schema_version, megabytes: Math.ceil(bytes / MEGABYTE) }
  return [
    [t('status.service'), connections > 0 ? t('status.running', { connections }) : t('status.not_running')],
    [t('status.database'), t('status.database_words', database)],
    [t('status.holds'), t('status.holds_words', { groups, people, polls, open: open_polls })],
    [t('status.mail'), mailWords(status)],
  ]
}

function mailWords(status: Status): string {
  const { sends_mail } = status
  if (areRefused(status)) return t('status.mail_refused')
  if (status.connections === 0) return t('status.mail_stopped')
  if (isUnknown(status)) return t('status.mail_unknown')
  if (!sends_mail) return t('status.mail_kept')
  return t(status.failed_mails > 0 ? 'status.mail_rejected' : 'status.mail_sent')
}

/** Without a mail server, it is not the server that makes them wait. */
const areRefused = ({ refused_mails, sends_mail }: Status) => refused_mails.mails > 0 && sends_mail !== false

function refused({ refused_mails: { mails, last_error } }: Status): Concern {
  return { ...WHERE.mails, words: t('status.mails_refused', { mails, error: last_error ?? '' }) }
}

function isLate({ queue, oldest_s }: Queue, status: Status): boolean {
  const { sends_mail } = status
  if (queue === 'mails' && (sends_mail === false || areRefused(status))) return false
  if (queue === 'mails' && areKeptPerhaps(status)) return true
  return oldest_s > (PATIENCE_S[queue] ?? MINUTE_S)
}

/** A duration as text, in the largest unit that fits. */
export function span(seconds: number): string {
  if (seconds >= 2 * DAY_S) return t('status.days', { count: Math.floor(seconds / DAY_S) })
  if (seconds >= 2 * HOUR_S) return t('status.hours', { count: Math.floor(seconds / HOUR_S) })
  if (seconds >= 2 * MINUTE_S) return t('status.minutes', { count: Math.floor(seconds / MINUTE_S) })
  return t('status.seconds', { count: Math.floor(seconds) })
}
