import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { endingOf } from '../../groups/group.ts'
import { type GroupPerson, loadPeople, type Page, type PeopleOf } from '../../groups/load-people.ts'
import { queryOf } from '../../http/credentials.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { loadUndelivered, type UndeliveredInvitation } from '../../mail/load-group-outbox.ts'
import type { GroupRefusal } from '../../mail/refusals/load-refusals.ts'
import { countJoinRequests } from '../../members/joining/load-join-requests.ts'
import { mintInvitations } from '../../members/mint-invitations.ts'
import { loadMuted } from '../../notifications/load-muted.ts'
import type { CopiedLinks } from '../../users/personal-link.ts'
import { shownNames } from '../../users/shown-names.ts'
import { hasName } from '../../users/user.ts'
import { afterIn, CopiedLinksPart, CopyAllForm } from '../parts/copied-links-part.tsx'
import { Ago } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { fromOf } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { textOf } from '../request/form-text.ts'
import { EmailNote, LinksToJoin, loadRefusal, loadUnsent, RefusedNow } from '../visits/email-note-part.tsx'
import { changeInGroup, type Entry, type GroupExchange, groupPage } from '../visits/group-door.ts'
import { GroupFrame, Pager } from '../visits/group-frame-part.tsx'
import { membersWords } from '../visits/members-words.ts'
import { isSearched, SearchForm, searchIn } from '../visits/search-part.tsx'
import { rich } from '../words/rich.tsx'
import { ENDED } from './member-words.ts'
import { RequestsNote } from './requests-note-part.tsx'
import { StoppedLine, UndeliveredLine } from './undelivered-part.tsx'

const PER = 50

const LISTS: Record<PeopleOf, { label: PlainKey; none: PlainKey }> = {
  joined: { label: 'group.tab_members', none: 'member.none_joined' },
  invited: { label: 'member.tab_invited', none: 'member.none_invited' },
  removed: { label: 'member.tab_removed', none: 'member.none_removed' },
}

/** The page that says how many people were invited just now. */
export function invitedAddress(handle: string, invited: number): string {
  return `/g/${handle}/members?list=invited&invited=${invited}`
}

export const membersPage = groupPage({
  path: '/g/:handle/members',
  may: 'read',
  tab: { label: 'group.tab_members' },
  show: showMembers,
})

/** The forms of the list that only admins may send. */
export const invitationLinksPage = groupPage({
  path: '/g/:handle/members/links',
  may: 'administer',
  tab: { under: membersPage.path },
  acts: { '/g/:handle/members/links': copyInvitations },
})

/**
 * GET /g/HANDLE/members: the members; with ?list=, for admins, invited or removed people; with ?search=,
 * those whose name has this part, or, for admins, whose address.
 */
async function showMembers(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const asked = textOf(queryOf(exchange.request), 'list')
  const admin = entry.visit.abilities.includes('administer')
  const which = admin && Object.hasOwn(LISTS, asked) ? (asked as PeopleOf) : 'joined'
  const from = fromOf(exchange)
  const group_id = entry.visit.in_group.group.id
  const search = searchIn(exchange)
  const found = search === '' ? {} : { find: search, by_address: admin }
  const page = await loadPeople(exchange.services.db.pool, { group_id, which, per: PER, from, ...found })
  const invited = admin ? invitedIn(exchange) : 0
  const waits = await loadUnsent(exchange, entry)
  // The mails of people who were just invited are still being made.
  const unsent = waits !== null && invited > 0 ? 0 : waits
  const refusal = invited > 0 ? await loadRefusal(exchange, entry.visit) : null
  const requests = admin ? await countJoinRequests(exchange.services.db.pool, group_id) : 0
  const user_ids = which === 'invited' ? page.items.map((person) => person.user_id) : []
  const undelivered = await loadUndelivered(exchange.services.db.pool, { group_id, user_ids })
  const stopped = await loadMuted(exchange.services.db.pool, { group_id, user_ids })
  const shown = { entry, which, page, from, search, invited, unsent, refusal, requests, undelivered, stopped }
  return sendPage(exchange, <MembersPage {...shown} />)
}

/** POST …/links: makes a link for everyone who was invited and has not joined; records the admin. */
async function copyInvitations(exchange: GroupExchange): Promise<FastifyReply> {
  const { public_url } = exchange.services.config
  const { entry, made } = await changeInGroup(exchange, async (act, entry) => {
    const { group } = entry.visit.in_group
    return { entry, made: await mintInvitations(act, { group, after: afterIn(exchange) }, public_url) }
  })
  return sendPage(exchange, <LinksPage entry={entry} made={made} />)
}

function LinksPage({ entry, made }: { entry: Entry; made: CopiedLinks }): VNode {
  return (
    <GroupFrame entry={entry} title={t('member.links_heading')}>
      <CopiedLinksPart made={made} action={linksPath(entry)} />
      <p class="row">
        <a href={`/g/${entry.handle}/members?list=invited`}>{t('member.back_to_invitations')}</a>
      </p>
    </GroupFrame>
  )
}

const linksPath = ({ handle }: Entry) => `/g/${handle}/members/links`

/** How many were invited just now, from the query string after the form's redirect. */
function invitedIn({ request }: Exchange): number {
  const text = textOf(queryOf(request), 'invited')
  return /^\d{1,4}$/.test(text) ? Number(text) : 0
}

type Props = {
  entry: Entry
  which: PeopleOf
  page: Page<GroupPerson>
  from: number
  search: string
  invited: number
  unsent: number | null
  refusal: GroupRefusal | null
  requests: number
  undelivered: Undelivered
  /** Who stopped the emails of the group, of those invited. */
  stopped: ReadonlySet<number>
}

type Undelivered = ReadonlyMap<number, UndeliveredInvitation>

function MembersPage(props: Props): VNode {
  const { entry, which, page, from, search, invited, unsent, requests, undelivered, stopped } = props
  const { visit, handle } = entry
  const at = `/g/${handle}/members`
  const admin = visit.abilities.includes('administer')
  // First where nobody gets an email.
  const copies = which === 'invited' && page.items.length > 0
  return (
    <GroupFrame entry={entry} title={t('group.tab_members')} starts>
      {invited > 0 && <Invited invited={invited} sends={unsent === null} />}
      <RefusedNow refusal={props.refusal} handle={handle} />
      <EmailNote unsent={unsent} in_group={visit.in_group}>
        {which === 'invited' ? null : <LinksToJoin in_group={visit.in_group} />}
      </EmailNote>
      <p>{membersWords(visit.in_group.counts)}</p>
      {admin && (
        <>
          <p class="row invite">
            <a class="button" href={`/g/${handle}/invite`}>
              {t('group.invite')}
            </a>
            <a class="button plain" href={`/g/${handle}/links`}>
              {t('join_link.title')}
            </a>
          </p>
          <RequestsNote handle={handle} waiting={requests} />
          <nav class="row" aria-label={t('member.which_people')}>
            {Object.entries(LISTS).map(([name, { label }]) => (
              <a key={name} href={`${at}?list=${name}`} aria-current={name === which ? 'page' : undefined}>
                {t(label)}
              </a>
            ))}
          </nav>
        </>
      )}
      {copies && unsent !== null && <CopyLinks entry={entry} />}
      {isSearched(from + page.items.length, search) && (
        <SearchForm
          action={at}
          label={t(admin ? 'member.find' : 'member.find_name')}
          search={search}
          hidden={{ list: which }}
        />
      )}
      <People
        entry={entry}
        people={page.items}
        none={noneWords({ which, from, search })}
        undelivered={undelivered}
        stopped={stopped}
      />
      {copies && unsent === null && <CopyLinks entry={entry} />}
      <Pager
        page={page}
        from={from}
        per={PER}
        address={(to) =>
          `${at}?${new URLSearchParams({ list: which, ...(search && { search }), from: `${to}` })}`
        }
      />
    </GroupFrame>
  )
}

function noneWords({ which, from, search }: Pick<Props, 'which' | 'from' | 'search'>): string {
  if (from > 0) return t('page.list_ended')
  return t(search === '' ? LISTS[which].none : 'service.nothing_found')
}

type PeopleProps = Pick<Props, 'entry' | 'undelivered' | 'stopped'> & { people: GroupPerson[]; none: string }

function People({ entry, people, none, undelivered, stopped }: PeopleProps): VNode {
  if (people.length === 0) return <Empty>{none}</Empty>
  const users = people.map(({ user }) => user)
  const names = shownNames(users)
  return (
    <ul class="list people bare">
      {people.map((person) => (
        <Member
          key={person.id}
          person={person}
          name={names.get(person.user.id) ?? ''}
          entry={entry}
          undelivered={undelivered.get(person.user_id)}
          stopped={stopped.has(person.user_id)}
        />
      ))}
    </ul>
  )
}

function CopyLinks({ entry }: { entry: Entry }): VNode {
  return (
    <>
      <CopyAllForm action={linksPath(entry)} />
      <p class="small quiet">{t('member.copy_links_about')} </p>
    </>
  )
}

function Invited({ invited, sends }: { invited: number; sends: boolean }): VNode {
  return (
    <Flash title={t('member.were_invited', { invited })} tone="good">
      {sends && <p>{t('member.each_gets_mail', { invited })}</p>}
    </Flash>
  )
}

type MemberProps = {
  person: GroupPerson
  name: string
  entry: Entry
  undelivered: UndeliveredInvitation | undefined
  stopped: boolean
}

/**
 * Addresses are for admins only: instead of a missing name, or beside it. `name`: with what distinguishes
 * people of the same name.
 */
function Member({ person, name, entry: { visit, viewer, handle }, ...mails }: MemberProps): VNode {
  const { id, user, admin, title, email, accepted_at, revoked_at, created_at } = person
  const manages = visit.abilities.includes('administer')
  const at = { now: visit.now, zone: viewer.time_zone }
  const shown = (manages && !hasName(user) ? email : null) ?? name
  const address = manages && hasName(user) ? email : null
  const facts = [title, admin && revoked_at === null ? t('member.admin') : null, address]
  const since =
    revoked_at !== null
      ? rich(ENDED[endingOf(person)].ago, { when: <Ago at={revoked_at} on={at} /> })
      : accepted_at === null
        ? rich('member.invited_ago', { when: <Ago at={created_at} on={at} /> })
        : null
  return (
    <li>
      <div>
        <Person user={user} shown={shown} />
        <p class="small quiet">
          {facts.filter((fact) => fact !== null).join(' · ')}
          {facts.some((fact) => fact !== null) && since !== null && ' · '}
          {since}
        </p>
        {mails.stopped ? <StoppedLine /> : <UndeliveredLine of={mails.undelivered} />}
      </div>
      {/* People who deleted their accounts have no address, and no page. */}
      {manages && email !== null && (
        <a href={`/g/${handle}/members/${id}`} aria-label={t('member.manage_person', { person: shown })}>
          {t('member.manage')}
        </a>
      )}
    </li>
  )
}
