import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { Page } from '../../groups/load-people.ts'
import { endAllSessions } from '../../groups/service/end-all-sessions.ts'
import { loadServicePeople, type ServicePerson } from '../../groups/service/load-service-people.ts'
import { joined, t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Empty } from '../parts/empty-part.tsx'
import { fromOf, queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText, idIn } from '../request/form-text.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { Pager } from '../visits/group-frame-part.tsx'
import { SearchForm, searchIn } from '../visits/search-part.tsx'
import { changeService, servicePage } from './service-door.ts'
import { listAddress, ServiceFrame } from './service-frame-part.tsx'

const PATH = '/service/people'
const END_SESSIONS = `${PATH}/sign-out`
const PER = 50

export const servicePeoplePage = servicePage({
  path: PATH,
  show: showPeople,
  acts: { [END_SESSIONS]: signOut },
})

type Asked = { search: string; from: number }

/** GET /service/people: all people, by name or address with ?search=. */
async function showPeople(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const asked = { search: searchIn(exchange), from: fromOf(exchange) }
  const people = await loadServicePeople(exchange.services.db.pool, { ...asked, per: PER })
  const done = queryText(exchange, 'done') !== ''
  return sendPage(exchange, <PeoplePage viewer={viewer} people={people} asked={asked} done={done} />)
}

/** POST /service/people/sign-out: ends all sessions of a person, and removes their passkeys. */
async function signOut(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const user_id = idIn(formOf(exchange), 'person')
  await changeService(exchange, viewer, (act) => endAllSessions(act, user_id))
  const query = new URLSearchParams({ search: formText(exchange, 'search'), done: '1' })
  return exchange.reply.redirect(`${PATH}?${query}`, 303)
}

type Props = { viewer: SignedIn; people: Page<ServicePerson>; asked: Asked; done: boolean }

function PeoplePage({ viewer, people, asked, done }: Props): VNode {
  const address = (from: number) => listAddress(PATH, { ...asked, from })
  return (
    <ServiceFrame viewer={viewer} title={t('service.people')} at={PATH} done={done}>
      <p>{t('service.about')} </p>
      <SearchForm action={PATH} label={t('service.find_people')} search={asked.search} />
      {people.items.length === 0 && <Empty>{t('service.nothing_found')}</Empty>}
      <ul class="list bare">
        {people.items.map((person) => (
          <PersonRow key={person.id} person={person} search={asked.search} />
        ))}
      </ul>
      <Pager page={people} from={asked.from} per={PER} address={address} />
    </ServiceFrame>
  )
}

function PersonRow({ person, search }: { person: ServicePerson; search: string }): VNode {
  const { id, name, email, groups, groups_count, sessions, passkeys } = person
  const called = name ?? email
  const more = groups_count > groups.length ? [t('service.more_groups')] : []
  return (
    <li>
      <p>
        <bdi>{called}</bdi>
      </p>
      {name !== null && (
        <p class="small quiet">
          <bdi>{email}</bdi>
        </p>
      )}
      {groups.length > 0 && (
        <p class="small quiet">
          <bdi>{joined([...groups, ...more])}</bdi>
        </p>
      )}
      <p class="small quiet">{t('service.sessions', { count: sessions })}</p>
      <div class="row small">
        {sessions + passkeys > 0 && <EndAccess person={person} search={search} called={called} />}
        <a href={`${PATH}/${id}/erase`} aria-label={t('service.erase_of', { name: called })}>
          {t('service.erase')}
        </a>
      </div>
    </li>
  )
}

type EndProps = { person: ServicePerson; search: string; called: string }

function EndAccess({ person: { id, passkeys }, search, called: name }: EndProps): VNode {
  return (
    <PostForm action={END_SESSIONS}>
      <input type="hidden" name="search" value={search} />
      <button
        class="link"
        type="submit"
        name="person"
        value={id}
        aria-label={
          passkeys > 0 ? t('service.end_access_of', { name }) : t('service.end_sessions_of', { name })
        }
      >
        {passkeys > 0 ? t('service.end_access') : t('service.end_sessions')}
      </button>
    </PostForm>
  )
}
