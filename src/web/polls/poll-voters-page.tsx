import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import { seesAddresses } from '../../members/visits/visit.ts'
import { type BallotHolder, loadTurnout } from '../../polls/ballots/load-turnout.ts'
import { mintBallotLinks } from '../../polls/ballots/mint-ballot-links.ts'
import type { Poll } from '../../polls/poll.ts'
import { pollType } from '../../polls/types/index.ts'
import type { CopiedLinks } from '../../users/personal-link.ts'
import { listedNames } from '../../users/shown-names.ts'
import { afterIn, CopiedLinksPart, CopyAllForm } from '../parts/copied-links-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { Person } from '../parts/person-part.tsx'
import { actAs } from '../request/act.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { once } from '../request/once.ts'
import { EmailLine, loadUnsentOfPoll, type Unsent } from '../visits/email-note-part.tsx'
import {
  abilitiesOf,
  pollToolPage,
  requireAbility,
  requireRight,
  viewBySentForm,
} from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'
import { isSearched, SearchForm, searchIn } from '../visits/search-part.tsx'

export const votersPage = pollToolPage({
  path: '/p/:key/voters',
  may: 'see_voters',
  tool: { label: 'poll.see_voters' },
  show: showVoters,
  acts: { '/p/:key/voters/links': copyVotersLinks },
})

/**
 * GET /p/KEY/voters: who has voted in a named poll and who has not, for people who manage it; with ?search=,
 * those shown by a name or address with this part.
 */
async function showVoters(exchange: Exchange, view: PollView): Promise<FastifyReply> {
  const holders = await loadTurnout(exchange.services.db.pool, view.visit.loaded.poll)
  const unsent = await loadUnsentOfPoll(exchange, view.visit)
  const search = searchIn(exchange)
  return sendPage(exchange, <VotersPage view={view} holders={holders} search={search} unsent={unsent} />)
}

/** POST /p/KEY/voters/links: makes a link for everyone who has not voted; records the admin. For admins. */
async function copyVotersLinks(exchange: Exchange): Promise<FastifyReply> {
  const { services } = exchange
  const { public_url } = services.config
  const view = await viewBySentForm(exchange)
  requireRight(view.visit, 'copy_links')
  const { poll } = view.visit.loaded
  const made = await actAs(services, view.visit.visitor.id, (act) =>
    once(exchange, act, async () => {
      requireAbility(view.visit, 'copy_links')
      return mintBallotLinks(act, { poll, after: afterIn(exchange) }, public_url)
    }),
  )
  return sendPage(exchange, <LinksPage view={view} made={made} />)
}

function LinksPage({ view, made }: { view: PollView; made: CopiedLinks }): VNode {
  const { poll } = view.visit.loaded
  return (
    <VotersFrame view={view} title={t('poll.links_of_undecided')}>
      <CopiedLinksPart made={made} action={linksPath(poll)} />
      <p class="row">
        <a href={`/p/${poll.key}/voters`}>{t('poll.back_to_voters')}</a>
      </p>
    </VotersFrame>
  )
}

const linksPath = (poll: Pick<Poll, 'key'>) => `/p/${poll.key}/voters/links`

type Frame = { view: PollView; title: string; children: ComponentChildren }

function VotersFrame({ view, title, children }: Frame): VNode {
  const { poll, in_group } = view.visit.loaded
  return (
    <Layout
      title={t('poll.page_title', { page: title, title: poll.title })}
      group_name={fullName(in_group.group, in_group.parent)}
      crumbs={[{ label: poll.title, href: `/p/${poll.key}` }]}
      viewer={view.viewer}
    >
      <h1>{title}</h1>
      {children}
    </Layout>
  )
}

type Props = { view: PollView; holders: BallotHolder[]; search: string; unsent: Unsent }

function VotersPage({ view, holders, search, unsent }: Props): VNode {
  const { poll, in_group } = view.visit.loaded
  const people = holders.map(({ user_id: id, name, email }) => ({ id, name, email }))
  const sees_addresses = seesAddresses(view.visit)
  const names = listedNames(people, sees_addresses)
  const isFound = ({ user_id, email }: BallotHolder) =>
    [names.get(user_id), sees_addresses ? email : null].some((text) => hasPart(text ?? '', search))
  const list = (id: List['id'], all: BallotHolder[]) => (
    <Holders id={id} all={all.length} found={all.filter(isFound)} names={names} />
  )
  const [voted, waiting] = [holders.filter((one) => one.voted), holders.filter((one) => !one.voted)]
  return (
    <VotersFrame view={view} title={t('poll.who_has_voted')}>
      <EmailLine unsent={unsent} handle={in_group.group.handle} />
      <p>{t(showsWhoChose(poll) ? 'poll.voters_about' : 'poll.voters_about_files')}</p>
      {isSearched(holders.length, search) && (
        <SearchForm
          action={`/p/${poll.key}/voters`}
          label={t(sees_addresses ? 'member.find' : 'member.find_name')}
          search={search}
        />
      )}
      {list('waiting', waiting)}
      {waiting.length > 0 && abilitiesOf(view.visit).includes('remind') && (
        <p class="row">
          <a class="button plain" href={`/p/${poll.key}/remind`}>
            {t('poll_tool.remind')}
          </a>
        </p>
      )}
      {waiting.length > 0 && abilitiesOf(view.visit).includes('copy_links') && (
        <>
          <CopyAllForm action={linksPath(poll)} />
          <p class="small quiet">{t('poll.copy_links_about')}</p>
        </>
      )}
      {list('voted', voted)}
    </VotersFrame>
  )
}

/** Whether the results name voters beside what they chose; of other types only the ballot files do. */
function showsWhoChose({ poll_type }: Poll): boolean {
  const { answered_by, shows_ballots } = pollType(poll_type)
  return answered_by === 'choosing' || shows_ballots
}

function hasPart(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase())
}

const TITLES = { waiting: 'poll.not_voted_yet', voted: 'poll.voted' } as const
const EMPTY = { waiting: 'poll.all_voted', voted: 'poll.none_voted' } as const

/** `all`: how many there are, found or not. */
type List = { id: keyof typeof TITLES; all: number; found: BallotHolder[]; names: Map<number, string> }

function Holders({ id, all, found, names }: List): VNode {
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>{t(TITLES[id], { people: all })}</h2>
      {found.length === 0 ? (
        <Empty>{t(all === 0 ? EMPTY[id] : 'service.nothing_found')}</Empty>
      ) : (
        <ul class="list bare">
          {found.map((holder) => (
            <li key={holder.user_id}>
              <Person user={holder} shown={names.get(holder.user_id)} />
              {holder.cast_by !== null && (
                <span class="small quiet">{` ${t('poll.cast_by_key', { name: holder.cast_by })}`}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
