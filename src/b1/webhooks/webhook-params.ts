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
    MaybeListOf(Kind, 'Which events it is told of; none: all of them.', {
      default: [],
      examples: [['poll_created', 'poll_expired', 'outcome_created']],
    }),
  ),
  format: Type.Optional(OneOf(FORMATS, 'How they are told.', { default: 'json' })),
}

export const WebhookParams = Record('New webhook', FIELDS)

export const WebhookChanges = Changes('Changes to a webhook', {
  ...FIELDS,
  active: Flag('false: nothing more is sent. true: it is told again, and what waits is sent.'),
})

export const RotationParams = Record('Rotation', {
  overlap_hours: Type.Optional(
    NullableInteger('How long the old secret signs beside the new one, in hours; 0: it ends at once.', {
      minimum: 0,
      maximum: MAX_ROTATION_OVERLAP_HOURS,
      default: ROTATION_OVERLAP_HOURS,
    }),
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
