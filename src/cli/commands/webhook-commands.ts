import { readConfig } from '../../config.ts'
import { type Act, change, SYSTEM } from '../../db/db.ts'
import { Halt, NotFound, type Problem, problem } from '../../errors.ts'
import { findGroup } from '../../groups/groups-store.ts'
import { createWebhook } from '../../webhooks/create-webhook.ts'
import { type ListedWebhook, loadWebhooks } from '../../webhooks/load-webhooks.ts'
import { removeWebhook } from '../../webhooks/remove-webhook.ts'
import { rotateWebhook } from '../../webhooks/rotate-webhook.ts'
import { sendTest } from '../../webhooks/send-test.ts'
import {
  FORMATS,
  isWebhookKind,
  kindsAmong,
  WEBHOOK_KINDS,
  type WebhookSettings,
} from '../../webhooks/webhook.ts'
import { type Call, given, needed, PROGRAM } from '../args/command.ts'
import { readId, readOverlap } from '../args/key-options.ts'
import { withDatabase } from '../database.ts'
import { instant, minute, print, printJson, printTable } from '../print.ts'
import { commandLines } from '../terminal.ts'

/** `webhook create` */
export async function runWebhookCreate(call: Call): Promise<void> {
  const handle = needed(call, 'group')
  const { settings, problems } = readSettings(call)
  const allowed = readConfig(call.env).outbound_allow
  const make = async (act: Act) => {
    const group = await findGroup(act.tx, handle)
    if (group === null) throw new NotFound('not_found.group_handle', { handle })
    return createWebhook(act, { group_id: group.id, settings, allowed, problems })
  }
  const { id, secret } = await withDatabase(call, ({ db }) => change(db, SYSTEM, make))
  if (call.switches.has('json')) return printJson({ id, secret, ...settings })
  print(`Webhook ${id} of ${handle} created. It receives ${heardOf(settings)}, as ${settings.format}.\n`)
  printSecret(secret)
  print(`\nTry it:\n\n  ${PROGRAM} webhook test ${id}`)
}

/** The options of a new webhook. Throws Invalid with everything that is wrong with them. */
function readSettings(call: Call): { settings: WebhookSettings; problems: Problem[] } {
  const words = (given(call, 'kinds') ?? '').split(',').map((word) => word.trim())
  const named = words.filter((word) => word !== '')
  const unknown = named.filter((word) => !isWebhookKind(word))
  const wished = given(call, 'format') ?? 'json'
  const format = FORMATS.find((known) => known === wished)
  return {
    settings: { url: needed(call, 'url'), kinds: kindsAmong(named), format: format ?? 'json' },
    problems: [
      ...(unknown.length === 0
        ? []
        : [problem('kinds', 'not_some_of', { list: WEBHOOK_KINDS, quotes: unknown })]),
      ...(format === undefined ? [problem('format', 'not_one_of', { list: FORMATS })] : []),
    ],
  }
}

function heardOf({ kinds }: Pick<WebhookSettings, 'kinds'>): string {
  return kinds.length === 0 ? 'everything' : kinds.join(', ')
}

function printSecret(secret: string): void {
  print(`Its secret

  ${secret}

It is shown only once: give it to the receiver, which needs it to verify signatures.`)
}

/** `webhook list` */
export async function runWebhookList(call: Call): Promise<void> {
  const handle = given(call, 'group')
  const webhooks = await withDatabase(call, async ({ db }) => {
    const group = handle === null ? null : await findGroup(db.pool, handle)
    if (handle !== null && group === null) throw new NotFound('not_found.group_handle', { handle })
    return loadWebhooks(db.pool, group?.id ?? null)
  })
  if (call.switches.has('json')) return printJson({ webhooks })
  printTable(
    ['ID', 'GROUP', 'URL', 'KINDS', 'FORMAT', 'STATE', 'WAITING', 'LAST SUCCESS'],
    webhooks.map(rowOf),
    `There are no webhooks yet. Create one:\n\n${commandLines(`${PROGRAM} webhook create --help`)}`,
  )
}

function rowOf(webhook: ListedWebhook): string[] {
  const { id, handle, url, format, waiting, succeeded_at } = webhook
  return [
    `${id}`,
    handle,
    url,
    heardOf(webhook),
    format,
    stateOf(webhook),
    `${waiting}`,
    minute(succeeded_at),
  ]
}

function stateOf(webhook: ListedWebhook): string {
  const { disabled_reason, failing_since, test_failed } = webhook
  if (disabled_reason !== null) return `off (${disabled_reason.replace('_', ' ')})`
  if (failing_since === null && !test_failed) return 'on'
  // Without the advice after it, which `webhook test` gives.
  const [reason] = answerOf(webhook).split(';')
  return failing_since === null
    ? `failed its last test (${reason})`
    : `failing since ${minute(failing_since)} (${reason})`
}

function answerOf({ answer_status, error }: Pick<ListedWebhook, 'answer_status' | 'error'>): string {
  return answer_status === null ? (error ?? 'no response') : `responded with ${answer_status}`
}

/** `webhook test`: fails if the webhook does not accept it. */
export async function runWebhookTest(call: Call): Promise<void> {
  const id = readId(call)
  const config = readConfig(call.env)
  const { message_id, status, answer_status, error, took_ms } = await withDatabase(call, ({ db }) =>
    sendTest({ db, config }, { actor: SYSTEM, own: { group_id: null, id }, public_url: config.public_url }),
  )
  const words = `after ${took_ms ?? 0} ms: ${answerOf({ answer_status, error })}.`
  if (call.switches.has('json')) printJson({ id, message_id, status, answer_status, error, took_ms })
  else if (status === 'sent') print(`The test arrived ${words}`)
  if (status !== 'sent') throw new Halt(`The test failed ${words}`)
}

/** `webhook rotate` */
export async function runWebhookRotate(call: Call): Promise<void> {
  const id = readId(call)
  const hours = readOverlap(call)
  const { secret, old_until } = await withDatabase(call, ({ db }) =>
    change(db, SYSTEM, (act) => rotateWebhook(act, { group_id: null, id }, hours)),
  )
  if (call.switches.has('json')) return printJson({ id, secret, old_until })
  printSecret(secret)
  print(hours === 0 ? 'The old one no longer works.' : `The old one also signs until ${instant(old_until)}.`)
}

/** `webhook remove` */
export async function runWebhookRemove(call: Call): Promise<void> {
  const id = readId(call)
  await withDatabase(call, ({ db }) =>
    change(db, SYSTEM, (act) => removeWebhook(act, { group_id: null, id })),
  )
  if (call.switches.has('json')) printJson({ id, removed: true })
  else print(`Webhook ${id} deleted, with its secrets and log.`)
}
