import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { Invalid, type Problem, problem, refuse } from '../../errors.ts'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import { endOpenLink } from '../../polls/open/end-open-link.ts'
import { loadOpenLinks } from '../../polls/open/load-open-link.ts'
import { makeOpenLink } from '../../polls/open/make-open-link.ts'
import {
  MOST_OPEN_LINKS,
  MOST_OPEN_VOTES,
  type OpenLink,
  openAddress,
  stateOfOpenLink,
} from '../../polls/open/vote-link.ts'
import { type Poll, pollState } from '../../polls/poll.ts'
import { plainWhole } from '../../text/typed-number.ts'
import { CopiedText } from '../parts/copied-text-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { QrCode } from '../parts/qr-code-part.tsx'
import { actAs } from '../request/act.ts'
import { idInPath } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { once } from '../request/once.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { Flooded } from '../results/open-votes-part.tsx'
import { type Done, DoneNote, doneAddress, doneIn } from '../visits/done-part.tsx'
import type { PageExchange } from '../visits/page.ts'
import { pollToolPage, requireAbility, requireRight, viewBySentForm } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'
import { rich } from '../words/rich.tsx'

const INVALID_STATUS = 422
const AT = '/p/:key/open-links'

const labels = () => ({ most: t('open_link.most'), links: t('join_link.links') })

export const openLinksPage = pollToolPage({
  path: AT,
  may: 'open_links',
  tool: { label: 'open_link.title' },
  show: showLinks,
  acts: { [AT]: postLink, [`${AT}/:id/end`]: postEnd },
})

const EMPTY: FormState = { values: {}, problems: [] }

/** GET /p/KEY/open-links: the links by which anyone votes, and the form for a new one. For facilitators. */
function showLinks(exchange: PageExchange, view: PollView): Promise<FastifyReply> {
  return sendLinks(exchange, view, EMPTY)
}

async function sendLinks(exchange: Exchange, view: PollView, form: FormState): Promise<FastifyReply> {
  const { id } = view.visit.loaded.poll
  const links = await loadOpenLinks(exchange.services.db.pool, id, MOST_OPEN_LINKS)
  const page = <LinksPage view={view} links={links} form={form} done={doneIn(exchange)} />
  return sendPage(exchange, page, form.problems.length > 0 ? INVALID_STATUS : undefined)
}

/** POST /p/KEY/open-links: makes a link, and shows it this once. */
async function postLink(exchange: Exchange): Promise<FastifyReply> {
  const { services } = exchange
  const view = await viewBySentForm(exchange)
  requireRight(view.visit, 'open_links')
  const { visitor, loaded } = view.visit
  const typed = plainWhole(formText(exchange, 'most'))
  try {
    const { token } = await actAs(services, visitor.id, (act) =>
      once(exchange, act, async () => {
        requireAbility(view.visit, 'open_links')
        refuse(checkTyped(typed))
        const most = typed === '' ? null : Number(typed)
        return makeOpenLink(act, { poll: loaded.poll, most, made_by: visitor.id })
      }),
    )
    const link = openAddress(services.config.public_url, token)
    return sendPage(exchange, <MadePage view={view} link={link} sheet={`/vote/sheet?k=${token}`} />)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendLinks(exchange, view, { values: formOf(exchange), problems: error.problems })
  }
}

function checkTyped(most: string): Problem[] {
  const whole = most === '' || /^\d{1,6}$/.test(most)
  return whole ? [] : [problem('most', 'no_count', { least: 1, most: MOST_OPEN_VOTES })]
}

/** POST /p/KEY/open-links/ID/end: ends a link at once. */
async function postEnd(exchange: Exchange): Promise<FastifyReply> {
  const { services } = exchange
  const { visit } = await viewBySentForm(exchange)
  requireAbility(visit, 'open_links')
  const { poll } = visit.loaded
  const link = { poll_id: poll.id, id: idInPath(exchange) }
  await actAs(services, visit.visitor.id, (act) => endOpenLink(act, link))
  return exchange.reply.redirect(doneAddress(`/p/${poll.key}/open-links`, 'link_ended'), 303)
}

function Frame({
  view,
  title,
  children,
}: {
  view: PollView
  title: string
  children: ComponentChildren
}): VNode {
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

type Props = { view: PollView; links: OpenLink[]; form: FormState; done: Done | null }

function LinksPage({ view, links, form, done }: Props): VNode {
  const { poll, open_flooded, now } = view.visit.loaded
  return (
    <Frame view={view} title={t('open_link.title')}>
      <DoneNote done={done} />
      {open_flooded && <Flooded />}
      <p>{t('open_link.about')}</p>
      {pollState(poll, now).is === 'open' && <NewLink poll={poll} form={form} />}
      <h2>{labels().links}</h2>
      {links.length === 0 ? (
        <Empty>{t('join_link.none')}</Empty>
      ) : (
        <ul class="list bare" id="links">
          {links.map((link) => (
            <Link key={link.id} link={link} view={view} />
          ))}
        </ul>
      )}
    </Frame>
  )
}

function NewLink({ poll, form }: { poll: Poll; form: FormState }): VNode {
  return (
    <>
      <Faults problems={form.problems} labels={labels()} />
      <PostForm action={`/p/${poll.key}/open-links`} class="stack" novalidate>
        <Once />
        <LineField
          type="number"
          form={form}
          name="most"
          label={labels().most}
          hint={t('join_link.most_hint', { most: MOST_OPEN_VOTES })}
        />
        <button class="button" type="submit">
          {t('join_link.make')}
        </button>
      </PostForm>
    </>
  )
}

function Link({ link, view: { visit } }: { link: OpenLink; view: PollView }): VNode {
  const { voted, most, ended_at, created_at } = link
  const time = (at: Date) => <Time at={at} zone={visit.visitor.time_zone} />
  const state = stateOfOpenLink(link)
  return (
    <li>
      <div>
        <p>
          <strong>
            {most === null ? t('open_link.voted', { voted }) : t('open_link.voted_of', { voted, most })}
          </strong>
        </p>
        <p class="small quiet">
          {time(created_at)}
          {ended_at !== null && <> · {rich('join_link.ended_on', { when: time(ended_at) })}</>}
          {state === 'used_up' && ` · ${t('join_link.used_up')}`}
        </p>
      </div>
      {state !== 'ended' && (
        <PostForm action={`/p/${visit.loaded.poll.key}/open-links/${link.id}/end`}>
          <button class="button plain" type="submit">
            {t('join_link.end')}
          </button>
        </PostForm>
      )}
    </li>
  )
}

function MadePage({ view, link, sheet }: { view: PollView; link: string; sheet: string }): VNode {
  return (
    <Frame view={view} title={t('open_link.made')}>
      <Flash title={t('join_link.once')} tone="good">
        <p>{t('join_link.once_about')}</p>
      </Flash>
      <CopiedText id="link" label={t('join_link.link')} text={link} />
      <QrCode text={link} label={t('poll.qr_code', { link })} />
      <p>
        <a class="button plain" href={sheet}>
          {t('join_link.sheet')}
        </a>
      </p>
      <p class="row">
        <a href={`/p/${view.visit.loaded.poll.key}/open-links`}>{t('open_link.all')}</a>
      </p>
    </Frame>
  )
}
