import type { FastifyReply, FastifyRequest } from 'fastify'
import type { VNode } from 'preact'
import { Declined, type Refusal } from '../errors.ts'
import { bodyOf } from '../http/credentials.ts'
import type { Fields } from '../http/forms.ts'
import { explain, STATUSES } from '../http/problem.ts'
import { type PlainKey, t } from '../locales/say.ts'
import type { Remains } from '../members/visits/discarded.ts'
import type { SignedIn } from '../users/load-session.ts'
import { DeletedPage, remainsAt, zoneOfRemains } from './deleted-page.tsx'
import { pageOfForm } from './page-of-form.ts'
import { ErrorNote } from './parts/error-part.tsx'
import { Layout, type Viewer } from './parts/layout.tsx'
import { SendAgain, type Unsent, unsentForm, WrittenTexts } from './parts/unsent-part.tsx'
import { WaysIn } from './public/broken-link-part.tsx'
import { forgetZoneGuessed } from './request/asked-part.tsx'
import { type Exchange, sendPage } from './request/exchange.ts'
import { ownPath, returnPath, signInPath } from './request/own-path.ts'
import { noteVisitor } from './request/reader-language.ts'
import { hasPutLinksAway, signedIn } from './request/session.ts'
import type { PageExchange } from './visits/page.ts'
import { rich } from './words/rich.tsx'

const GONE = 410
const SERVER_FAULT = 500

type Failed = Exchange & Pick<PageExchange, 'pages'>

/**
 * A refusal as a page for browsers. A 404 looks the same for everything, except for what was deleted, to
 * people who could see it.
 */
export async function sendProblem(exchange: Failed, refusal: Refusal): Promise<FastifyReply> {
  const status = STATUSES[refusal.code]
  const viewer = status < SERVER_FAULT ? await whoAsks(exchange) : 'unknown'
  const { request } = exchange
  forgetZoneGuessed(request)
  const remains = refusal.code === 'not_found' ? await whatRemains(exchange, viewer) : null
  if (remains !== null) {
    const unsent = unsentForm(exchange)
    return sendPage(exchange, <DeletedPage {...{ ...remains, viewer, request, unsent }} />, GONE)
  }
  return sendPage(exchange, pageOf(exchange, refusal, viewer), status)
}

function pageOf(exchange: Failed, refusal: Refusal, viewer: SignedIn | 'unknown'): VNode {
  const unsent = unsentForm(exchange)
  if (refusal.code !== 'not_found')
    return (
      <ProblemPage {...{ refusal, viewer, unsent }} request={exchange.request} form={formPath(exchange)} />
    )
  const sent = exchange.request.method === 'POST'
  if (VOTE_LINK.test(pathOf(exchange.request))) return <BrokenVoteLinkPage viewer={viewer} sent={sent} />
  if (pathOf(exchange.request) === JOIN_LINK) return <BrokenJoinLinkPage viewer={viewer} />
  const way = wayIn(exchange)
  return sent ? (
    <NotRecordedPage viewer={viewer} way={way} unsent={unsent} put_away={hasPutLinksAway(exchange)} />
  ) : (
    <NotFoundPage viewer={viewer} way={way} />
  )
}

type Found = { remains: Remains; zone: string }

async function whatRemains(exchange: Exchange, viewer: Viewer): Promise<Found | null> {
  // The page reports the refusal even if the database goes away in the meantime.
  const found = await findRemains(exchange, viewer).catch(() => null)
  const visitor = found?.remains.visitor ?? null
  if (visitor !== null) noteVisitor(exchange.request, visitor)
  return found
}

async function findRemains(exchange: Exchange, viewer: Viewer): Promise<Found | null> {
  const remains = await remainsAt(exchange, pathOf(exchange.request), viewer)
  return remains === null ? null : { remains, zone: await zoneOfRemains(exchange, remains) }
}

/** The header does not offer to sign in: the page does if it helps. */
async function whoAsks(exchange: Exchange): Promise<SignedIn | 'unknown'> {
  // The page is shown even if the database is away.
  return (await signedIn(exchange).catch(() => null)) ?? 'unknown'
}

const NEW_POLL = '/new-poll'
/** The pages of open links, which nobody signs in for. */
/** The page of links for joining, whose readers have neither account nor email. */
const JOIN_LINK = '/join'
const VOTE_LINK = /^\/vote(?:\/|$)/

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''

/** Where to sign in to come back to the page, or to the page of a form. */
function wayIn(exchange: Failed): string {
  const { request } = exchange
  return signInPath(request.method === 'POST' ? formPath(exchange) : returnPath(request.url))
}

/** The page of the form that was sent. */
function formPath({ request, pages }: Failed): string {
  const is_new_poll = pathOf(request) === NEW_POLL
  return ownPath(is_new_poll ? newPollPath(bodyOf(request).fields) : pageOfForm(request, pages))
}

/** The form of a new poll sends as fields what its page takes from the query string, there as `type`. */
function newPollPath({ group, thread, type, poll_type = type }: Fields): string {
  const named = Object.entries({ group, thread, type: poll_type }).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  return `${NEW_POLL}?${new URLSearchParams(named)}`
}

/** Shows strangers how to get in, whether the page exists or not, and others the way to their groups. */
function NotFoundPage({ viewer, way }: { viewer: Viewer; way: string }): VNode {
  const stranger = viewer === 'unknown'
  return (
    <Layout title={t(stranger ? 'problem_page.stranger_title' : 'problem_page.nothing_here')} viewer={viewer}>
      <h1>{t(stranger ? 'problem_page.stranger_title' : 'problem_page.not_yours')}</h1>
      {stranger ? <SignInHint way={way} /> : <OtherAddressHint />}
    </Layout>
  )
}

/** `sent`: instead of opening it, somebody voted by it. */
function BrokenVoteLinkPage({ viewer, sent }: { viewer: Viewer; sent: boolean }): VNode {
  const about = t('problem_page.link_about')
  return (
    <Layout title={t('problem_page.vote_link_title')} viewer={viewer}>
      <h1>{t('problem_page.vote_link_title')}</h1>
      {sent ? <ErrorNote message={t('poll.vote_not_recorded')} fix={about} /> : <p>{about}</p>}
    </Layout>
  )
}

function BrokenJoinLinkPage({ viewer }: { viewer: Viewer }): VNode {
  return (
    <Layout title={t('problem_page.join_link_title')} viewer={viewer}>
      <h1>{t('problem_page.join_link_title')}</h1>
      <p>{t('problem_page.link_about')}</p>
    </Layout>
  )
}

/** The sender of a form may not see its subject, most often because their session ended. */
function NotRecordedPage({
  viewer,
  way,
  unsent,
  put_away,
}: Sender & { way: string /** This browser forgot its personal links. */; put_away: boolean }): VNode {
  const stranger = viewer === 'unknown'
  const why = put_away ? 'problem_page.link_put_away_sent' : 'problem_page.stranger_sent'
  return (
    <Layout title={t('problem_page.not_recorded')} viewer={viewer}>
      <h1>{t('problem_page.not_recorded')}</h1>
      <p>{t(stranger ? why : 'problem_page.cannot_see')}</p>
      {stranger ? (
        <p>
          <a class="button" href={way}>
            {t('page.sign_in')}
          </a>
        </p>
      ) : (
        <OtherAddressHint />
      )}
      {unsent !== null && <WrittenTexts fields={unsent.fields} />}
      {stranger && unsent !== null && <SendAgain unsent={unsent} />}
    </Layout>
  )
}

type Sender = { viewer: SignedIn | 'unknown'; unsent: Unsent | null }

function SignInHint({ way }: { way: string }): VNode {
  return (
    <>
      <p>{t('problem_page.stranger_about')}</p>
      <WaysIn way={way} />
    </>
  )
}

function OtherAddressHint(): VNode {
  return (
    <>
      <p>{t('problem_page.other_address')}</p>
      <p>
        <a class="button" href="/">
          {t('problem_page.to_groups')}
        </a>
      </p>
    </>
  )
}

function ProblemPage({
  refusal,
  request,
  viewer,
  unsent,
  form,
}: Sender & {
  refusal: Refusal
  request: FastifyRequest
  /** The page of the form, if one was sent. */
  form: string
}): VNode {
  const { title, status, fix } = explain(refusal.code)
  const back = wayBack(request.url)
  return (
    <Layout title={title} viewer={viewer}>
      {status >= SERVER_FAULT && <p class="kicker">{status}</p>}
      <h1>{title}</h1>
      {refusal instanceof Declined && refusal.saysTitleOnly ? (
        <p>{fix}</p>
      ) : (
        <ErrorNote
          message={refusal.wordsFor()}
          fix={refusal instanceof Declined && refusal.saysFix ? null : fix}
        />
      )}
      {status >= SERVER_FAULT && (
        <p class="small quiet">{rich('problem_page.in_log', { id: <code>{request.id}</code> })}</p>
      )}
      {refusal.code === 'other_person' && (
        <p>
          <a href={form}>{t('problem_page.open_form')}</a>
        </p>
      )}
      {back !== null && (
        <p>
          <a href={back.href}>{t(back.words)}</a>
        </p>
      )}
      {unsent !== null && <WrittenTexts fields={unsent.fields} />}
    </Layout>
  )
}

const BACK: Record<string, PlainKey> = {
  p: 'page.back_to_poll',
  d: 'page.back_to_thread',
  g: 'page.back_to_group',
}

/** The poll, thread or group that a page belongs to. */
function wayBack(url: string): { href: string; words: PlainKey } | null {
  const [, href, of] = /^(\/([pdg])\/[^/?]+)\/[^/?]/.exec(url) ?? []
  const words = BACK[of ?? '']
  return href === undefined || words === undefined ? null : { href, words }
}
