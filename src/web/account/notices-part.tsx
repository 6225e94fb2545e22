import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { PushSettings } from '../../push/load-push-choices.ts'
import { PUSH_KINDS } from '../../push/subscription.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'

/** Notifications in this browser, and which kinds on all devices. */
export function NoticesPart({ settings }: { settings: PushSettings }): VNode {
  const { here, anywhere, service_key } = settings
  return (
    <section class="stack" aria-labelledby="notices" data-push={service_key}>
      <h2 id="notices">{t('account.push')}</h2>
      <p>{t('account.push_about')} </p>
      {/* The script shows what this browser can do instead. */}
      <p class="small quiet" data-push-unable>
        {t('account.push_unable')}
      </p>
      <p class="note bad" role="alert" data-push-blocked hidden>
        {t('account.push_blocked')}
      </p>
      <PostForm action="/account/push" data-push-on hidden>
        <input type="hidden" name="endpoint" />
        <input type="hidden" name="p256dh" />
        <input type="hidden" name="auth" />
        <button class="button plain" type="submit">
          {t('account.push_on')}
        </button>
      </PostForm>
      {here && (
        <PostForm action="/account/push/off" data-push-off>
          <button class="button plain" type="submit">
            {t('account.push_off')}
          </button>
        </PostForm>
      )}
      {anywhere && <Kinds settings={settings} />}
      <IslandScript name="notices" />
    </section>
  )
}

function Kinds({ settings: { silenced } }: { settings: PushSettings }): VNode {
  return (
    <PostForm action="/account/push/kinds" class="stack">
      <fieldset class="field">
        <legend>{t('account.push_kinds')}</legend>
        {PUSH_KINDS.map((kind) => (
          <label key={kind} class="choice">
            <input type="checkbox" name="kinds" value={kind} checked={!silenced.includes(kind)} />
            <span>{t(`push_kind.${kind}`)}</span>
          </label>
        ))}
      </fieldset>
      <button class="button plain" type="submit">
        {t('account.save_push')}
      </button>
    </PostForm>
  )
}
