import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid } from '../../errors.ts'
import { groupState } from '../../groups/group-state.ts'
import type { Page } from '../../groups/load-people.ts'
import { createServiceGroup } from '../../groups/service/create-service-group.ts'
import { loadServiceGroups } from '../../groups/service/load-service-groups.ts'
import type { ServiceGroup } from '../../groups/service/service-group.ts'
import { t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Day } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { fromOf } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { Pager } from '../visits/group-frame-part.tsx'
import { SearchForm, searchIn } from '../visits/search-part.tsx'
import { changeService, servicePage } from './service-door.ts'
import { listAddress, ServiceFrame } from './service-frame-part.tsx'
import { stateWords } from './state-words.ts'

const PATH = '/service/groups'
const PER = 50
const INVALID_STATUS = 422
const BLANK: FormState = { values: {}, problems: [] }

/** GET /service: the first of its pages. */
export const servicePlace = servicePage({
  path: '/service',
  show: async ({ reply }) => reply.redirect(PATH, 303),
})

export const serviceGroupsPage = servicePage({ path: PATH, show: showGroups, acts: { [PATH]: makeGroup } })

/** GET /service/groups: all groups, by name with ?search=. */
async function showGroups(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  return sendGroups(exchange, viewer, BLANK)
}

/** POST /service/groups: makes a group with its first admin. */
async function makeGroup(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  try {
    const id = await changeService(exchange, viewer, async (act) => {
      const made = await createServiceGroup(act, {
        name: formText(exchange, 'name').trim(),
        handle: formText(exchange, 'handle').trim(),
        admin_email: formText(exchange, 'admin_email'),
        parent_handle: null,
      })
      return made.id
    })
    return exchange.reply.redirect(`${PATH}/${id}?done=1`, 303)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendGroups(exchange, viewer, { values: formOf(exchange), problems: error.problems })
  }
}

async function sendGroups(exchange: Exchange, viewer: SignedIn, form: FormState): Promise<FastifyReply> {
  const asked = { search: searchIn(exchange), from: fromOf(exchange) }
  const groups = await loadServiceGroups(exchange.services.db.pool, { ...asked, per: PER })
  const status = form.problems.length > 0 ? INVALID_STATUS : 200
  return sendPage(exchange, <GroupsPage viewer={viewer} groups={groups} asked={asked} form={form} />, status)
}

type Props = {
  viewer: SignedIn
  groups: Page<ServiceGroup>
  asked: { search: string; from: number }
  form: FormState
}

function GroupsPage({ viewer, groups, asked, form }: Props): VNode {
  const address = (from: number) => listAddress(PATH, { ...asked, from })
  return (
    <ServiceFrame viewer={viewer} title={t('service.groups')} at={PATH}>
      <p>{t('service.about')} </p>
      <SearchForm action={PATH} label={t('service.find_groups')} search={asked.search} />
      {groups.items.length === 0 ? (
        <Empty>{t('service.nothing_found')}</Empty>
      ) : (
        <ul class="list bare">
          {groups.items.map((group) => (
            <GroupRow key={group.id} group={group} zone={viewer.time_zone} />
          ))}
        </ul>
      )}
      <Pager page={groups} from={asked.from} per={PER} address={address} />
      <MakeForm form={form} />
    </ServiceFrame>
  )
}

function GroupRow({ group, zone }: { group: ServiceGroup; zone: string }): VNode {
  const { id, name, handle, memberships, pending_memberships: invited, discussions: threads, polls } = group
  const sizes = t('service.sizes', { members: memberships - invited, threads, polls })
  return (
    <li>
      <p>
        <a href={`${PATH}/${id}`} dir="auto">
          {name}
        </a>
        {group.admins === 0 && group.deleted_at === null && (
          <>
            {' · '}
            <strong>{t('service.no_admin')}</strong>
          </>
        )}
        {groupState(group) !== 'active' && (
          <>
            {' · '}
            <strong>{stateWords(group)}</strong>
          </>
        )}
      </p>
      <p class="small quiet">{invited === 0 ? sizes : `${sizes} · ${t('service.invited', { invited })}`}</p>
      <p class="small quiet">
        <bdi>{`/g/${handle}`}</bdi> · <Day at={group.created_at} zone={zone} />
      </p>
    </li>
  )
}

const labels = () => ({
  name: t('sign_in.group_name'),
  handle: t('sign_in.handle'),
  admin_email: t('service.admin_email'),
})

function MakeForm({ form }: { form: FormState }): VNode {
  const { name, handle, admin_email } = labels()
  return (
    <section class="stack" aria-labelledby="make">
      <h2 id="make">{t('service.make')}</h2>
      <Faults problems={form.problems} labels={labels()} />
      <PostForm action={PATH} class="stack" novalidate>
        <Once />
        <LineField form={form} name="name" label={name} more={{ required: true, maxlength: 150 }} />
        <LineField
          form={form}
          name="handle"
          label={handle}
          hint={t('sign_in.handle_hint')}
          more={{ maxlength: 50, autocapitalize: 'none' }}
        />
        <LineField
          form={form}
          name="admin_email"
          type="email"
          label={admin_email}
          hint={t('service.admin_hint')}
          more={{ required: true, maxlength: 254, autocomplete: 'off' }}
        />
        <button class="button" type="submit">
          {t('service.make')}
        </button>
      </PostForm>
    </section>
  )
}
