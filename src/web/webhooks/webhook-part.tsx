import type { VNode } from 'preact'
import type { MadeWebhook } from '../../webhooks/create-webhook.ts'
import { hostOf, type Webhook } from '../../webhooks/webhook.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { ChoiceField, type FormState, LineField, SelectField } from '../parts/form-part.tsx'
import type { Entry } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { FORMAT_CHOICES, KIND_CHOICES, reasonWords } from './webhook-form.ts'

export const WEBHOOK_LABELS = {
  url: 'Address',
  kinds: 'What it hears of',
  format: 'Format',
  confirm: 'The box',
}

/** The fields that say where what is told, and how. */
export function WebhookFields({ form }: { form: FormState }): VNode {
  return (
    <>
      <LineField
        form={form}
        name="url"
        label={WEBHOOK_LABELS.url}
        hint="Chat services give you one. It must lead to the public internet."
        more={{ required: true, maxlength: 2_000, inputmode: 'url', autocomplete: 'off' }}
      />
      <SelectField form={form} name="format" label={WEBHOOK_LABELS.format} choices={FORMAT_CHOICES} />
      <ChoiceField
        form={form}
        name="kinds"
        label={WEBHOOK_LABELS.kinds}
        hint="Tick none, and it hears of everything. Hidden results stay hidden; anonymous votes are never told."
        choices={KIND_CHOICES}
        several
      />
    </>
  )
}

/** Whether a webhook is told things, and takes them. */
export function State({ of, zone }: { of: Webhook; zone: string }): VNode {
  if (of.disabled_at !== null && of.disabled_reason !== null)
    return (
      <>
        Off since <Time at={of.disabled_at} zone={zone} />, {reasonWords(of.disabled_reason)}
      </>
    )
  if (of.failing_since !== null)
    return (
      <>
        Failing since <Time at={of.failing_since} zone={zone} />
      </>
    )
  if (of.succeeded_at === null) return <>On, nothing taken yet</>
  return (
    <>
      On, took something last <Time at={of.succeeded_at} zone={zone} />
    </>
  )
}

type SecretProps = { entry: Entry; url: string; made: MadeWebhook & { old_until?: Date } }

/** A webhook's secret, which is shown this once; `old_until`: how long the one before it signs too. */
export function SecretPage({ entry, url, made: { id, secret, old_until } }: SecretProps): VNode {
  return (
    <GroupFrame entry={entry} title={hostOf({ url })}>
      <Flash title={old_until === undefined ? 'The webhook is made.' : 'The secret is made.'} tone="good">
        <p>
          Copy it now: it is shown this once, and cannot be read again. The receiver checks with it that what
          arrives comes from here; chat services do without it.
        </p>
        {old_until !== undefined && (
          <p>
            The old secret signs beside it until <Time at={old_until} zone={entry.viewer.time_zone} />.
          </p>
        )}
      </Flash>
      <div class="whole">
        <Example label="Its secret" text={secret} />
      </div>
      <form method="post" action={`/g/${entry.handle}/webhooks/${id}/test`}>
        <button class="button plain" type="submit">
          Send a test
        </button>
      </form>
      <p>
        <a href={`/g/${entry.handle}/webhooks/${id}`}>See the webhook</a>
      </p>
    </GroupFrame>
  )
}
