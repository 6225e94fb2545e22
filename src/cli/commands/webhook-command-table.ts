import { ROTATION_OVERLAP_HOURS } from '../../keys/api-key.ts'
import { FORMATS, WEBHOOK_KINDS } from '../../webhooks/webhook.ts'
import { type Command, GROUP, JSON_SWITCH } from '../args/command.ts'

const ID = { name: 'ID', about: 'the id of the webhook, from "webhook list"' }

const load = () => import('./webhook-commands.ts')

export const WEBHOOK_COMMANDS: readonly Command[] = [
  {
    name: 'webhook list',
    summary: 'lists webhooks',
    options: {
      group: { ...GROUP, about: 'only the webhooks of this group', required: false },
      json: JSON_SWITCH,
    },
    example: 'webhook list --group mill-lane',
    load: async () => (await load()).runWebhookList,
  },
  {
    name: 'webhook create',
    summary: 'creates a webhook for the events of a group and shows its secret once',
    options: {
      group: GROUP,
      url: { value: 'URL', about: 'where the events are sent', required: true },
      kinds: {
        value: 'A,B',
        about: 'which events, separated by commas (default: all)',
        words: WEBHOOK_KINDS,
        list: true,
      },
      format: {
        value: 'FORMAT',
        about: `one of ${FORMATS.join(', ')} (default: json)`,
        words: FORMATS,
      },
      json: JSON_SWITCH,
    },
    notes: [
      `Kinds: ${WEBHOOK_KINDS.join(', ')}.`,
      'Private addresses are refused unless OUTBOUND_ALLOW lists them.',
    ],
    example:
      'webhook create --group mill-lane --url https://example.org/hook --kinds poll_created,poll_expired',
    load: async () => (await load()).runWebhookCreate,
  },
  {
    name: 'webhook test',
    summary: 'sends a test event to a webhook and shows the result; fails if it does not arrive',
    operand: ID,
    options: { json: JSON_SWITCH },
    example: 'webhook test 3',
    load: async () => (await load()).runWebhookTest,
  },
  {
    name: 'webhook rotate',
    summary: 'replaces the secret of a webhook; the old one also signs for a while',
    operand: ID,
    options: {
      overlap: {
        value: 'HOURS',
        about: `how long the old secret also signs (default: ${ROTATION_OVERLAP_HOURS}; 0: not at all)`,
      },
      json: JSON_SWITCH,
    },
    example: 'webhook rotate 3 --overlap 48',
    load: async () => (await load()).runWebhookRotate,
  },
  {
    name: 'webhook remove',
    summary: 'deletes a webhook with its secrets and log',
    operand: ID,
    options: { json: JSON_SWITCH },
    example: 'webhook remove 3',
    load: async () => (await load()).runWebhookRemove,
  },
]
