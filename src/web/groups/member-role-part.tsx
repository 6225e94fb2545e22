import type { VNode } from 'preact'
import type { ServiceRole } from '../../groups/service/load-instance-admin.ts'
import { sentences, t } from '../../locales/say.ts'
import type { GroupMember } from '../../members/load-member.ts'
import { AsShown, ChangedMeanwhile } from '../edits/as-shown-part.tsx'
import { type FormState, LineField, TickField } from '../parts/form-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import type { Entry } from '../visits/group-door.ts'
import { addressOf, isOwn, nameOf, titleIn } from './member-words.ts'

/** The box for somebody who would begin to run the service. */
export const RUNS_SERVICE = 'runs_service'

/** The box for admins who become regular members: only another admin can undo it. */
export const RESIGNS = 'resigns'

type RoleProps = { entry: Entry; member: GroupMember; form: FormState; stays: boolean; service: ServiceRole }

/**
 * `stays`: is the only admin, and keeps the role. One form, as either button saves the title: what was typed
 * above is not lost. The first one is that of the Enter key.
 */
export function Role({ entry, member, form, stays, service }: RoleProps): VNode {
  return (
    <section class="stack" aria-labelledby="role">
      <h2 id="role">{t('member.role')}</h2>
      <ChangedMeanwhile problems={form.problems} href={addressOf(entry, member)} />
      <PostForm action={addressOf(entry, member, 'title')} class="stack" novalidate>
        <Once />
        <AsShown stored={titleIn(member)} />
        <LineField
          form={form}
          name="title"
          label={t('member.title')}
          hint={t('member.title_hint')}
          more={{ maxlength: 150 }}
        />
        <button class="button plain" type="submit">
          {t('member.save_title')}
        </button>
        <p>{t('member.admins_can')}</p>
        {service.runs && <p class="note">{t('member.admins_run_service')}</p>}
        {stays ? <p>{onlyAdminWords(entry, member)}</p> : <NewRole {...{ entry, member, form, service }} />}
      </PostForm>
    </section>
  )
}

function NewRole({ entry, member, form, service }: Omit<RoleProps, 'stays'>): VNode {
  const { admin } = member.membership
  return (
    <>
      {!admin && <RunsServiceField {...{ member, form, service }} />}
      {admin && isOwn(entry, member) && <ResignsField form={form} service={service} />}
      <button
        class="button plain"
        type="submit"
        name="admin"
        value={String(!admin)}
        formaction={addressOf(entry, member, 'role')}
      >
        {admin ? t('member.make_member') : t('member.make_admin')}
      </button>
    </>
  )
}

/** Whoever would begin to run the service by becoming an admin needs it ticked. */
export function RunsServiceField({
  member,
  form,
  service,
}: Omit<RoleProps, 'entry' | 'stays'>): VNode | null {
  if (!service.adds) return null
  return (
    <TickField
      form={form}
      name={RUNS_SERVICE}
      label={t('member.confirm_service', { name: nameOf(member) })}
      called={t('form.the_box')}
    />
  )
}

function ResignsField({ form, service }: Pick<RoleProps, 'form' | 'service'>): VNode {
  const label = t('member.confirm_regular')
  return (
    <>
      {service.loses && <p>{t('member.stops_service')}</p>}
      <TickField form={form} name={RESIGNS} label={label} called={t('form.the_box')} />
    </>
  )
}

function onlyAdminWords(entry: Entry, member: GroupMember): string {
  if (isOwn(entry, member)) return t('leaving.only_admin')
  return sentences([t('refusal.last_admin.last'), t('refusal.last_admin.fix')])
}
