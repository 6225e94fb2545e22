import { type Static, Type } from 'typebox'
import { Changes, Flag, MaybeListOf, NullableInteger, OneOf, Record, Text } from '../../api/wire.ts'
import { MAX_ROTATION_OVERLAP_HOURS, ROTATION_OVERLAP_HOURS } from '../../keys/api-key.ts'
import { FORMATS, kindsAmong, MAX_URL, type WebhookSettings } from '../../webhooks/webhook.ts'
import { Kind } from './webhook-records.ts'

const FIELDS = {
  url: Text(
    `Where events are sent: https:// or http://, at most ${MAX_URL} characters, at a public address. Redirects are not followed.`,
    { examples: ['https://example.org/hooks/folkmoot'] },
  ),
  kinds: Type.Optional(
    MaybeListOf(Kind, 'The events it receives; empty: all events.', {
      default: [],
      examples: [['poll_created', 'poll_expired', 'outcome_created']],
    }),
  ),
  format: Type.Optional(OneOf(FORMATS, 'The format of the body.', { default: 'json' })),
}

export const WebhookParams = Record('New webhook', FIELDS)

export const WebhookChanges = Changes('Changes to a webhook', {
  ...FIELDS,
  active: Flag('false: nothing more is sent. true: deliveries resume, and waiting ones are sent.'),
})

export const RotationParams = Record('Rotation', {
  overlap_hours: Type.Optional(
    NullableInteger(
      'How long the old secret signs in addition to the new one, in hours; 0: it stops immediately.',
      {
        minimum: 0,
        maximum: MAX_ROTATION_OVERLAP_HOURS,
        default: ROTATION_OVERLAP_HOURS,
      },
    ),
  ),
})

/** The settings of a new webhook. */
export function settingsOf({ url, kinds, format = 'json' }: Static<typeof WebhookParams>): WebhookSettings {
  return { url: url.trim(), kinds: kindsAmong(kinds ?? []), format }
}

/** The settings in a change. */
export function namedSettings({
  url,
  kinds,
  format,
}: Partial<Static<typeof WebhookChanges>>): Partial<WebhookSettings> {
  return {
    ...(url === undefined ? {} : { url: url.trim() }),
    ...(kinds === undefined ? {} : { kinds: kindsAmong(kinds ?? []) }),
    ...(format === undefined ? {} : { format }),
  }
}
