import type { VNode } from 'preact'
import { type Identity, MARK_SIDES, MAX_MARK_BYTES, MAX_SERVICE_NAME } from '../../groups/service/identity.ts'
import { t } from '../../locales/say.ts'
import { Mark } from '../assets/mark-part.tsx'
import { Faults, type FormState, LineField, TickField } from '../parts/form-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { FileField } from './file-field-part.tsx'

export const IDENTITY_PATH = '/service/settings/identity'

const BYTES_PER_KIB = 1_024

/** The form for the service's name and mark. `form`: as it was sent, if something was wrong. */
export function IdentityForm({ identity, form }: { identity: Identity; form: FormState | null }): VNode {
  const shown = form ?? { values: { name: identity.name ?? '' }, problems: [] }
  const labels = { name: t('service.name'), mark: t('service.mark') }
  const hint = t('service.mark_hint', { ...MARK_SIDES, kb: MAX_MARK_BYTES / BYTES_PER_KIB })
  return (
    <section class="stack" aria-labelledby="identity">
      <h2 id="identity">{t('service.identity')}</h2>
      <Faults problems={shown.problems} labels={labels} />
      <PostForm action={IDENTITY_PATH} enctype="multipart/form-data" class="stack" novalidate>
        <LineField
          form={shown}
          name="name"
          label={labels.name}
          hint={t('service.name_hint')}
          more={{ maxlength: MAX_SERVICE_NAME, dir: 'auto' }}
        />
        {identity.mark !== null && (
          <p class="own-mark">
            <Mark mark={identity.mark} />
          </p>
        )}
        <FileField form={shown} name="mark" label={labels.mark} hint={hint} accept="image/png" />
        {identity.mark !== null && <TickField form={shown} name="no_mark" label={t('service.no_mark')} />}
        <button class="button" type="submit">
          {t('form.save')}
        </button>
      </PostForm>
    </section>
  )
}
