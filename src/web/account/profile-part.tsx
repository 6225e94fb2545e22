import type { VNode } from 'preact'
import type { Problem } from '../../errors.ts'
import { joined, type PlainKey, t } from '../../locales/say.ts'
import { zoneName } from '../../text/time-words.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { hasName } from '../../users/user.ts'
import { AsShown, ChangedMeanwhile } from '../edits/as-shown-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { type FormState, LineField, SelectField } from '../parts/form-part.tsx'
import { ZoneField } from '../parts/zone-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { languageChoices } from '../words/language-part.tsx'

/** `namesakes`: the groups in which another member has the saved name. */
type Props = { done: PlainKey; namesakes: string[]; viewer_id: number }

/** What was just done in the account; of a name that is not the person's alone, what tells them apart. */
export function Done({ done, namesakes, viewer_id }: Props): VNode {
  const apart = { groups: joined(namesakes), mark: `(#${viewer_id})` }
  return (
    <Flash title={t(done)} tone="good">
      {namesakes.length > 0 && <p>{t('account.namesake', apart)}</p>}
    </Flash>
  )
}

/** Null: the browser's or the group's. */
export type TypedProfile = { name: string; locale: string | null; time_zone: string | null }

/** `has_zone`: whether the viewer's zone is their own. */
type YouProps = {
  viewer: SignedIn
  has_zone: boolean
  typed: TypedProfile | undefined
  problems: Problem[]
}

/** The labels of its fields, in their order. */
export const labels = () => ({
  name: t('form.your_name'),
  time_zone: t('account.time_zone'),
  locale: t('account.language'),
})

/** What is stored, by the names of its fields. */
export function storedProfile(viewer: SignedIn, has_zone: boolean) {
  const { name, locale, time_zone } = viewer
  return { name: name ?? '', locale: locale ?? '', time_zone: has_zone ? time_zone : '' }
}

/** The form with a person's name, time zone and language. */
export function You({ viewer, has_zone, typed, problems }: YouProps): VNode {
  const stored = storedProfile(viewer, has_zone)
  const { name, locale, time_zone } = typed ?? stored
  const form: FormState = { values: { name, locale: locale ?? '', time_zone: time_zone ?? '' }, problems }
  const used = zoneName(viewer.time_zone)
  const no_zone = has_zone ? t('account.no_zone') : t('account.no_zone_now', { zone: used })
  return (
    <PostForm action="/account" class="stack" novalidate>
      <ChangedMeanwhile problems={problems} href="/account" said="account.changed_meanwhile" />
      <AsShown stored={stored} />
      <LineField
        form={form}
        name="name"
        label={labels().name}
        hint={t('account.name_hint')}
        more={{ autocomplete: 'name', required: hasName(viewer) }}
      />
      <ZoneField form={form} label={labels().time_zone} hint={t('account.time_zone_hint')} none={no_zone} />
      <SelectField
        form={form}
        name="locale"
        label={labels().locale}
        hint={t('account.language_hint')}
        choices={languageChoices(t('account.no_language'))}
        as_is
      />
      <button class="button" type="submit">
        {t('account.save_details')}
      </button>
    </PostForm>
  )
}
