import { count } from '../text/counted.ts'
import type { Queue } from './queues-store.ts'
import type { Holdings } from './status-store.ts'

/** How the service is. `connections`: of processes that serve. */
export type Status = Holdings & {
  connections: number
  schema_version: number
  queues: Queue[]
  /** False: mails are kept, for no mail server is set. Null: only the service itself knows. */
  sends_mail: boolean | null
}

/** What is told of, and what is told. */
export type Fact = [name: string, words: string]

const MEGABYTE = 1_000_000
const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S
/** What goes out to other servers is tried again for a while. */
const PATIENCE_S: Record<string, number> = { mails: HOUR_S, webhooks: HOUR_S }

/** What an admin should look at, in words; empty: all is well. */
export function concernsOf(status: Status): string[] {
  const { connections, queues, failed_mails, failing_webhooks, missing_keys, events_set_aside } = status
  const all: [boolean, string][] = [
    [connections === 0, 'No service runs on this database: nothing is answered, closed or sent.'],
    ...(status.sends_mail === false ? queues.filter(({ queue }) => queue === 'mails') : []).map(
      ({ waiting }): [boolean, string] => [
        waiting > 0,
        `Mails that wait, for SMTP_URL is not set: ${waiting} (mail list --status waiting; on pages, the outbox in the settings of a group).`,
      ],
    ),
    ...queues.map((queue): [boolean, string] => [
      isLate(queue, status),
      `${queue.queue}: ${queue.waiting} ${queue.waiting === 1 ? 'waits' : 'wait'}, the oldest for ${span(queue.oldest_s)}.`,
    ]),
    [
      failed_mails > 0,
      `Mails of the last day that were refused for good: ${failed_mails} (mail list --status failed).`,
    ],
    [failing_webhooks > 0, `Webhooks that do not take what is sent: ${failing_webhooks} (webhook list).`],
    [
      missing_keys > 0,
      `Anonymous polls that cannot be counted, for their keys are missing: ${missing_keys}. Bring back DATA_DIR/urn-keys or SECRET_KEY_FILE; after a restore without the secret, restore again with it.`,
    ],
    [
      events_set_aside > 0,
      `Events that could not be told to anybody, for a fault of Folkmoot: ${events_set_aside} (event list).`,
    ],
  ]
  return all.filter(([applies]) => applies).map(([, words]) => words)
}

/** How the service is and what it holds, in words. */
export function factsOf(status: Status): Fact[] {
  const { connections, postgresql, schema_version, bytes, groups, people, polls, open_polls } = status
  const running =
    connections > 0 ? `running (${count(connections, 'connection')} to the database)` : 'not running'
  return [
    ['Service:', running],
    ['Database:', `PostgreSQL ${postgresql}, schema ${schema_version}, ${Math.ceil(bytes / MEGABYTE)} MB`],
    ['It holds:', `groups: ${groups}, people: ${people}, polls: ${polls}, of which open: ${open_polls}`],
    ['Mail:', mailWords(status)],
  ]
}

function mailWords({ sends_mail }: Status): string {
  if (sends_mail === null) return 'not known here: the page /status of the service says whether it is sent'
  return sends_mail ? 'is sent' : 'is kept, for SMTP_URL is not set'
}

function isLate({ queue, oldest_s }: Queue, { sends_mail }: Status): boolean {
  return oldest_s > (PATIENCE_S[queue] ?? MINUTE_S) && (queue !== 'mails' || sends_mail !== false)
}

/** A time in words, in the largest unit that fits. */
export function span(seconds: number): string {
  if (seconds >= 2 * DAY_S) return `${Math.floor(seconds / DAY_S)} days`
  if (seconds >= 2 * HOUR_S) return `${Math.floor(seconds / HOUR_S)} hours`
  if (seconds >= 2 * MINUTE_S) return `${Math.floor(seconds / MINUTE_S)} minutes`
  return `${Math.floor(seconds)} s`
}
