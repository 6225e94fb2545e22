import type { VNode } from 'preact'
import type { loadDeletionFacts } from '../../groups/service/load-service-groups.ts'
import { barToDeletion, DELETED_DAYS } from '../../groups/service/service-group.ts'
import { t } from '../../locales/say.ts'
import { Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'

const LIST = '/service/groups'

type Facts = Awaited<ReturnType<typeof loadDeletionFacts>>
type Props = { id: number; facts: Facts; form: FormState }

/** The form that deletes a group, or why it cannot be deleted. */
export function Deletion({ id, facts, form }: Props): VNode {
  const { is_first, subgroups } = facts
  const bar = barToDeletion({ is_first, has_subgroups: subgroups.length > 0 })
  return (
    <section class="stack" id="group" aria-labelledby="delete">
      <h2 id="delete">{t('service.delete')}</h2>
      {bar === 'first_group' && <p>{t('service.delete_first')}</p>}
      {bar === 'has_subgroups' && <Subgroups {...facts} />}
      {bar === null && <DeleteForm id={id} form={form} />}
    </section>
  )
}

function Subgroups({ subgroups, more }: Facts): VNode {
  return (
    <>
      <p>{t('service.delete_subgroups')}</p>
      <ul>
        {subgroups.map(({ id, name }) => (
          <li key={id}>
            <a href={`${LIST}/${id}`} dir="auto">
              {name}
            </a>
          </li>
        ))}
        {more && <li>{t('service.more_groups')}</li>}
      </ul>
    </>
  )
}

function DeleteForm({ id, form }: { id: number; form: FormState }): VNode {
  const label = t('sign_in.group_name')
  return (
    <>
      <p>{t('service.delete_about', { days: DELETED_DAYS })}</p>
      <Faults problems={form.problems} labels={{ group: label, name: label }} />
      <PostForm action={`${LIST}/${id}/delete`} class="stack" novalidate>
        <LineField
          form={form}
          name="name"
          label={label}
          hint={t('service.type_name')}
          more={{ required: true, maxlength: 150, autocomplete: 'off' }}
        />
        <button class="button plain" type="submit">
          {t('service.delete')}
        </button>
      </PostForm>
    </>
  )
}
