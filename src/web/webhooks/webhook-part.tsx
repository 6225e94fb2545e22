import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { placeOf } from '../../text/web-place.ts'
import type { MadeWebhook } from '../../webhooks/create-webhook.ts'
import type { Delivery } from '../../webhooks/delivery.ts'
import type { ListedWebhook } from '../../webhooks/load-webhooks.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { CopyButton } from '../parts/copied-text-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { ChoiceField, type FormState, LineField, SelectField } from '../parts/form-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import type { Entry } from '../visits/group-door.ts'
import { GroupFrame } from '../visits/group-frame-part.tsx'
import { rich } from '../words/rich.tsx'
import { formatChoices, kindChoices, OFF_KEYS } from './webhook-form.ts'

export const webhookLabels = () => ({
  url: t('webhook.address'),
  format: t('webhook.format'),
  kinds: t('webhook.kinds'),
  confirm: t('form.the_box'),
})

/** The fields for URL, kinds of events and format. */
export function WebhookFields({ form }: { form: FormState }): VNode {
  return (
    <>
      <LineField
        form={form}
        name="url"
        label={webhookLabels().url}
        hint={t('webhook.address_hint')}
        more={{ required: true, maxlength: 2_000, inputmode: 'url' }}
      />
      <SelectField form={form} name="format" label={webhookLabels().format} choices={formatChoices()} />
      <ChoiceField
        form={form}
        name="kinds"
        label={webhookLabels().kinds}
        hint={t('webhook.kinds_hint')}
        choices={kindChoices()}
        several
      />
    </>
  )
}

/** A response, or why there was none; empty: it was not tried. */
export function answerWords({ answer_status, error }: Pick<Delivery, 'answer_status' | 'error'>): string {
  return answer_status === null ? (error ?? '') : t('webhook.answered_with', { status: answer_status })
}

/** Whether a webhook is on, and whether its deliveries succeed. */
export function State({ of, zone }: { of: ListedWebhook; zone: string }): ComponentChildren {
  const time = (at: Date) => ({ when: <Time at={at} zone={zone} /> })
  if (of.disabled_at !== null && of.disabled_reason !== null)
    return rich(OFF_KEYS[of.disabled_reason], time(of.disabled_at))
  if (of.failing_since !== null) {
    const answer = answerWords(of)
    if (answer === '') return rich('webhook.failing_since', time(of.failing_since))
    return rich('webhook.failing_because', { ...time(of.failing_since), answer })
  }
  // A test makes no webhook a failing one: events are still delivered.
  if (of.test_failed) return t('webhook.on_test_failed', { answer: answerWords(of) })
  if (of.succeeded_at === null) return t('webhook.on_unused')
  return rich('webhook.on', time(of.succeeded_at))
}

type SecretProps = { entry: Entry; url: string; made: MadeWebhook & { old_until?: Date } }

/** A webhook's secret, shown only once; `old_until`: how long the previous secret signs too. */
export function SecretPage({ entry, url, made: { id, secret, old_until } }: SecretProps): VNode {
  return (
    <GroupFrame entry={entry} title={placeOf({ url })} dir="auto">
      <Flash title={old_until === undefined ? t('webhook.created') : t('webhook.secret_created')} tone="good">
        <p>{t('webhook.copy_secret')} </p>
        {old_until !== undefined && (
          <p>
            {rich('webhook.old_secret_until', {
              when: <Time at={old_until} zone={entry.viewer.time_zone} />,
            })}
          </p>
        )}
      </Flash>
      <div class="whole stack">
        <Example label={t('webhook.secret')} text={secret} id="secret" />
        <CopyButton of="secret" label={t('page.copy')} plain />
      </div>
      <PostForm action={`/g/${entry.handle}/webhooks/${id}/test`}>
        <button class="button plain" type="submit">
          {t('webhook.send_test')}
        </button>
      </PostForm>
      <p>
        <a href={`/g/${entry.handle}/webhooks/${id}`}>{t('webhook.see')}</a>
      </p>
    </GroupFrame>
  )
}
