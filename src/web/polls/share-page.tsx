import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { type PollState, pollState } from '../../polls/poll.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { CopiedText } from '../parts/copied-text-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { QrCode } from '../parts/qr-code-part.tsx'
import { sendPage } from '../request/exchange.ts'
import type { PageExchange } from '../visits/page.ts'
import { pollToolPage } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'

export const sharePage = pollToolPage({
  path: '/p/:key/share',
  may: 'share',
  tool: { label: 'poll.share_link' },
  show: showShare,
})

/**
 * GET /p/KEY/share: the poll's address, to copy, to scan and to print. It is nobody's own: who opens it signs
 * in.
 */
async function showShare(exchange: PageExchange, view: PollView): Promise<FastifyReply> {
  const { public_url } = exchange.services.config
  const link = `${public_url}/p/${view.visit.loaded.poll.key}`
  return sendPage(exchange, <SharePage view={view} link={link} />)
}

function SharePage({ view, link }: { view: PollView; link: string }): VNode {
  const { visitor, loaded } = view.visit
  const { poll, in_group, now } = loaded
  const group_name = fullName(in_group.group, in_group.parent)
  return (
    <Layout
      title={`Share: ${poll.title}`}
      group_name={group_name}
      crumbs={[{ label: poll.title, href: `/p/${poll.key}` }]}
      viewer={view.viewer}
      sheets={['share']}
    >
      <header>
        <p class="kicker">{group_name}</p>
        <h1>{poll.title}</h1>
      </header>
      <p>
        <Deadline state={pollState(poll, now)} zone={visitor.time_zone} />
      </p>
      <QrCode text={link} label={`QR code of ${link}`} />
      <p class="on-paper">{link}</p>
      <div class="stack on-screen">
        <CopiedText id="link" label="Link to the poll" text={link} />
        <p class="small quiet">
          It holds no secret: whoever opens it signs in and votes in their own name, and sees the poll only if
          it is open to them. Printed, this page is a sheet to put up.
        </p>
        <p>
          <button class="button plain" type="button" data-print="">
            Print
          </button>
        </p>
      </div>
      <IslandScript name="print" />
    </Layout>
  )
}

function Deadline({ state, zone }: { state: PollState; zone: string }): VNode {
  if (state.is === 'draft') return <>Voting is not open yet.</>
  const open = state.is === 'open'
  return (
    <>
      {open ? 'Vote until ' : 'Voting closed on '}
      <Time at={open ? state.until : state.at} zone={zone} />
    </>
  )
}
