import { ROTATION_OVERLAP_HOURS } from '../../keys/api-key.ts'
import { FORMATS, WEBHOOK_KINDS } from '../../webhooks/webhook.ts'
import { type Command, GROUP, JSON_SWITCH } from '../args/command.ts'

const ID = { name: 'ID', about: 'the id of the webhook, as "webhook list" shows it' }
/** Many words, a few per line. */
function inLines(words: readonly string[], most: number): string[] {
  return words.length === 0
    ? []
    : [`  ${words.slice(0, most).join(', ')}`, ...inLines(words.slice(most), most)]
}

const load = () => import('./webhook-commands.ts')

export const WEBHOOK_COMMANDS: readonly Command[] = [
  {
    name: 'webhook list',
    summary: 'lists where the events of groups are sent',
    options: {
      group: { ...GROUP, about: 'only the webhooks of this group', required: false },
      json: JSON_SWITCH,
    },
    example: 'webhook list --group mill-lane',
    load: async () => (await load()).runWebhookList,
  },
  {
    name: 'webhook create',
    summary: 'has the events of a group sent to an address, and shows the secret, this once',
    options: {
      group: GROUP,
      url: { value: 'URL', about: 'where they are sent', required: true },
      kinds: { value: 'A,B', about: 'which events, comma separated; all of them unless said otherwise' },
      format: { value: 'FORMAT', about: `one of ${FORMATS.join(', ')}; json unless said otherwise` },
      json: JSON_SWITCH,
    },
    notes: [
      ['Kinds:', ...inLines(WEBHOOK_KINDS, 6)].join('\n'),
      'Private addresses are refused unless OUTBOUND_ALLOW names them.',
    ],
    example:
      'webhook create --group mill-lane --url https://example.org/hook --kinds poll_created,poll_expired',
    load: async () => (await load()).runWebhookCreate,
  },
  {
    name: 'webhook test',
    summary: 'sends a test to a webhook, tells what came of it, and fails when it did not work',
    operand: ID,
    options: { json: JSON_SWITCH },
    example: 'webhook test 3',
    load: async () => (await load()).runWebhookTest,
  },
  {
    name: 'webhook rotate',
    summary: 'gives a webhook a new secret; the old one signs beside it for a while',
    operand: ID,
    options: {
      overlap: {
        value: 'HOURS',
        about: `how long the old secret signs too; ${ROTATION_OVERLAP_HOURS} unless said otherwise, 0 ends it at once`,
      },
      json: JSON_SWITCH,
    },
    example: 'webhook rotate 3 --overlap 48',
    load: async () => (await load()).runWebhookRotate,
  },
  {
    name: 'webhook remove',
    summary: 'removes a webhook with its secrets and its log',
    operand: ID,
    options: { json: JSON_SWITCH },
    example: 'webhook remove 3',
    load: async () => (await load()).runWebhookRemove,
  },
]
