import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { type ListedPasskey, MAX_PASSKEY_NAME } from '../../users/passkeys/passkey.ts'
import { Time } from '../parts/date-part.tsx'
import { type FormState, LineField } from '../parts/form-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { rich } from '../words/rich.tsx'

/** `wrong`: the form of a new name that was refused, and whose it is. */
type Props = {
  passkeys: ListedPasskey[]
  zone: string
  wrong: { id: number; form: FormState } | null
  /** Whether nothing else signs this person in. */
  only_way: boolean
}

/** A person's passkeys, each with forms to rename and to remove it. */
export function PasskeyList({ passkeys, zone, wrong, only_way }: Props): VNode {
  return (
    <ul class="list bare">
      {passkeys.map((one) => (
        <li key={one.id} class="stack">
          <div>
            <p>
              <strong dir="auto">{one.name}</strong>
            </p>
            <Facts of={one} zone={zone} />
            {only_way && passkeys.length === 1 && <p class="small">{t('sso.last_way')} </p>}
          </div>
          <Tools of={one} form={wrong?.id === one.id ? wrong.form : null} />
        </li>
      ))}
    </ul>
  )
}

function Facts({ of, zone }: { of: ListedPasskey; zone: string }): VNode {
  const { created_at, last_used_at, backed_up } = of
  return (
    <p class="small quiet">
      {rich('passkeys.added_on', { when: <Time at={created_at} zone={zone} /> })}
      {' · '}
      {last_used_at === null
        ? t('passkeys.never_used')
        : rich('passkeys.used_on', { when: <Time at={last_used_at} zone={zone} /> })}
      {backed_up && ' · '}
      {backed_up && t('passkeys.backed_up')}
    </p>
  )
}

function Tools({ of: { id, name }, form }: { of: ListedPasskey; form: FormState | null }): VNode {
  return (
    <details open={form !== null}>
      <summary aria-label={t('passkeys.change_named', { name })}>{t('passkeys.change')}</summary>
      <PostForm action="/account/passkeys/name" class="stack" novalidate>
        <input type="hidden" name="passkey" value={id} />
        <LineField
          form={form ?? { values: { name }, problems: [] }}
          name="name"
          id={`name-${id}`}
          label={t('form.name')}
          more={{ required: true, maxlength: MAX_PASSKEY_NAME }}
        />
        <button class="button plain" type="submit">
          {t('form.save')}
        </button>
      </PostForm>
      <PostForm action="/account/passkeys/remove" class="stack">
        <input type="hidden" name="passkey" value={id} />
        <p class="small quiet">{t('passkeys.remove_about')}</p>
        <button class="button plain" type="submit">
          {t('passkeys.remove')}
        </button>
      </PostForm>
    </details>
  )
}
