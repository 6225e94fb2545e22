import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { sentences, t } from '../../locales/say.ts'
import { loadOpenLinks } from '../../polls/open/load-open-link.ts'
import { MOST_OPEN_LINKS, stateOfOpenLink } from '../../polls/open/vote-link.ts'
import { type Poll, type PollState, pollState } from '../../polls/poll.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { CopiedText } from '../parts/copied-text-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { QrCode } from '../parts/qr-code-part.tsx'
import { isPublicPoll } from '../public/embed-part.tsx'
import { sendPage } from '../request/exchange.ts'
import type { PageExchange } from '../visits/page.ts'
import { pollToolPage } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'
import { rich } from '../words/rich.tsx'
import { OpenLinkOffer, offersOpenLink } from './started-part.tsx'

export const sharePage = pollToolPage({
  path: '/p/:key/share',
  may: 'share',
  tool: { label: 'poll.share_link' },
  show: showShare,
})

/**
 * GET /p/KEY/share: the poll's public URL, to copy, and while voting is open to scan and to print. It is not
 * personal: people who open it sign in.
 */
async function showShare(exchange: PageExchange, view: PollView): Promise<FastifyReply> {
  const { db, config } = exchange.services
  const { public_url } = config
  const { poll } = view.visit.loaded
  const links = poll.open_link ? await loadOpenLinks(db.pool, poll.id, MOST_OPEN_LINKS) : []
  const linked = links.some((one) => stateOfOpenLink(one) === 'open')
  return sendPage(exchange, <SharePage view={view} link={`${public_url}/p/${poll.key}`} linked={linked} />)
}

/** `linked`: whether there is an open link to vote by. */
type Props = { view: PollView; link: string; linked: boolean }

function SharePage({ view, link, linked }: Props): VNode {
  const { visitor, loaded } = view.visit
  const { poll, in_group, now } = loaded
  const group_name = fullName(in_group.group, in_group.parent)
  const state = pollState(poll, now)
  const open = state.is === 'open'
  const open_to_all = isPublicPoll(loaded)
  const about = open ? 'poll.share_about' : 'poll.share_closed_about'
  return (
    <Layout
      title={t('poll.share', { title: poll.title })}
      group_name={group_name}
      names_group
      crumbs={[{ label: poll.title, href: `/p/${poll.key}` }]}
      viewer={view.viewer}
      sheets={['share']}
    >
      <div class="poster stack">
        <header>
          <p class="kicker" dir="auto">
            {group_name}
          </p>
          <h1 dir="auto">{poll.title}</h1>
          <p>
            <Deadline state={state} zone={visitor.time_zone} />
          </p>
        </header>
        {open && offersOpenLink(view.visit) && <OpenLink poll={poll} linked={linked} />}
        {open && <Poster link={link} open_to_all={open_to_all} />}
      </div>
      <div class="stack on-screen">
        <CopiedText id="link" label={t(poll.open_link ? 'poll.link_of_voters' : 'poll.link')} text={link} />
        <p class="small quiet">{t(open_to_all ? 'poll.is_public' : about)}</p>
        {open && <PrintButton />}
      </div>
    </Layout>
  )
}

/** Comes first, as most people whom a shared link reaches have no ballot of their own. */
function OpenLink({ poll, linked }: { poll: Poll; linked: boolean }): VNode {
  const list = (text: ComponentChildren) => <a href={`/p/${poll.key}/open-links`}>{text}</a>
  return (
    <div class="note on-screen stack">
      {linked ? <p>{rich('open_link.made_before', { link: list })}</p> : <OpenLinkOffer poll={poll} />}
    </div>
  )
}

/** What a poster needs besides the question. `open_to_all`: the poll is public. */
function Poster({ link, open_to_all }: { link: string; open_to_all: boolean }): VNode {
  return (
    <>
      <p>{sentences([t('open_link.sheet'), open_to_all ? '' : t('poll.poster_for')])}</p>
      <QrCode text={link} label={t('poll.qr_code', { link })} />
      <p class="on-paper" dir="ltr">
        {link}
      </p>
    </>
  )
}

function PrintButton(): VNode {
  return (
    <p>
      <button class="button plain" type="button" data-print="">
        {t('poll.print')}
      </button>
      <IslandScript name="buttons" />
    </p>
  )
}

function Deadline({ state, zone }: { state: PollState; zone: string }): VNode {
  if (state.is === 'draft') return <>{t('poll.voting_not_open')}</>
  if (state.is === 'open')
    return <>{rich('poll.vote_until', { time: <Time at={state.until} zone={zone} /> })}</>
  return <>{rich('poll.voting_closed_on', { time: <Time at={state.at} zone={zone} /> })}</>
}
