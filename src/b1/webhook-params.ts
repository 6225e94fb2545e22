import { type Static, Type } from 'typebox'
import { Flag, MaybeId, OneOf, Record, Text } from '../api/wire.ts'
import { MAX_ROTATION_OVERLAP_HOURS, ROTATION_OVERLAP_HOURS } from '../groups/api-key.ts'
import type { Body } from '../http/forms.ts'
import { FORMATS, kindsAmong, MAX_URL, type WebhookSettings } from '../webhooks/webhook.ts'
import { KindsField } from './webhook-records.ts'

const FIELDS = {
  url: Text(
    `Where events are sent: https:// or http://, at most ${MAX_URL} characters, at a public address. Redirects are not followed.`,
    { examples: ['https://example.org/hooks/folkmoot'] },
  ),
  kinds: Type.Optional(
    KindsField('Which events it is told of; none: all of them.', {
      default: [],
      examples: [['poll_created', 'poll_expired', 'outcome_created']],
    }),
  ),
  format: Type.Optional(OneOf(FORMATS, 'How they are told.', { default: 'json' })),
}

export const WebhookParams = Record('New webhook', FIELDS)

export const WebhookChanges = Record('Changes to a webhook', {
  url: Type.Optional(FIELDS.url),
  kinds: FIELDS.kinds,
  format: FIELDS.format,
  active: Type.Optional(
    Flag('false: nothing more is sent. true: it is told again, and what waits is sent.', { default: true }),
  ),
})

export const RotationParams = Record('Rotation', {
  overlap_hours: Type.Optional(
    MaybeId('How long the old secret signs beside the new one, in hours; 0: it ends at once.', {
      minimum: 0,
      maximum: MAX_ROTATION_OVERLAP_HOURS,
      default: ROTATION_OVERLAP_HOURS,
    }),
  ),
})

/** The settings of a new webhook. */
export function settingsOf(values: Static<typeof WebhookParams>): WebhookSettings {
  return { url: values.url.trim(), kinds: kindsAmong(values.kinds ?? []), format: values.format ?? 'json' }
}

/** The settings that a change names: what is left out stays. */
export function namedSettings(
  values: Static<typeof WebhookChanges>,
  { fields }: Body,
): { settings: Partial<WebhookSettings>; active: boolean | undefined } {
  const named = (field: string) => fields[field] !== undefined && fields[field] !== null
  const { url, kinds, format } = settingsOf({ ...values, url: values.url ?? '' })
  return {
    settings: {
      ...(named('url') ? { url } : {}),
      ...(named('kinds') ? { kinds } : {}),
      ...(named('format') ? { format } : {}),
    },
    active: named('active') ? values.active : undefined,
  }
}
