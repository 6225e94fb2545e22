import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { intlTag } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
import { LISTS } from '../../personal-data/archive.ts'
import { askArchive } from '../../personal-data/ask-archive.ts'
import {
  type ArchiveState,
  loadArchiveContent,
  loadArchiveState,
} from '../../personal-data/load-archive-state.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { accountCrumb } from '../parts/crumbs-part.tsx'
import { Day, Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { signedInPage } from '../visits/signed-in-page.ts'
import { rich } from '../words/rich.tsx'

const AT = '/account/data'
const FILE = '/account/data/archive.zip'
/** While it is being made the page is loaded again after so many seconds. */
const AGAIN_S = 2
const BYTES_PER_KB = 1_000

export const ownDataPage = signedInPage({ path: AT, next: AT, show: showOwnData, acts: { [AT]: askForOwn } })
export const ownArchivePage = signedInPage({ path: FILE, next: AT, show: sendOwnArchive })

/** GET /account/data: how far one's archive is. */
async function showOwnData(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const state = await loadArchiveState(exchange.services.db.pool, viewer.id)
  if (state !== null && state.made_at === null) exchange.reply.header('refresh', AGAIN_S)
  return sendPage(exchange, <OwnDataPage viewer={viewer} state={state} />)
}

/** POST /account/data: asks for an archive. */
async function askForOwn(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  await actAs(exchange.services, viewer.id, (act) =>
    askArchive(act, { user_id: viewer.id, language: spoken() }),
  )
  return exchange.reply.redirect(AT, 303)
}

/** GET /account/data/archive.zip. NotFound: none is ready. */
async function sendOwnArchive({ reply, services }: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const content = await loadArchiveContent(services.db.pool, viewer.id)
  return reply
    .header('content-disposition', 'attachment; filename="folkmoot-archive.zip"')
    .type('application/zip')
    .send(content)
}

function OwnDataPage({ viewer, state }: { viewer: SignedIn; state: ArchiveState | null }): VNode {
  return (
    <Layout title={t('account.take_data')} viewer={viewer} crumbs={[accountCrumb()]}>
      <h1>{t('account.take_data')}</h1>
      <p>{t('data.about')} </p>
      <p>{t('data.anonymous')} </p>
      {state === null ? (
        <AskForm label={t('data.button')} />
      ) : (
        <Asked state={state} zone={viewer.time_zone} />
      )}
    </Layout>
  )
}

function Asked({ state, zone }: { state: ArchiveState; zone: string }): VNode {
  const { done, made_at, until, bytes, wait } = state
  if (made_at === null || until === null)
    return (
      <Flash title={t('data.making')} tone="plain">
        <p>{t('data.making_about', { done, total: LISTS.length })} </p>
        <progress value={done} max={LISTS.length} aria-label={t('data.making')} />
      </Flash>
    )
  const size = sizeWords(bytes ?? 0)
  const parts = { when: <Time at={made_at} zone={zone} />, until: Day({ at: until, zone }) }
  return (
    <>
      <Flash title={t('data.ready')} tone="good">
        <p>{rich('data.ready_about', { ...parts, size })} </p>
      </Flash>
      <p>
        <a class="button" href={FILE} download>
          {t('data.download')}
        </a>
      </p>
      {wait > 0 ? (
        <p class="small quiet">{t('data.wait', { minutes: wait })} </p>
      ) : (
        <AskForm label={t('data.again')} plain />
      )}
    </>
  )
}

function AskForm({ label, plain = false }: { label: string; plain?: boolean }): VNode {
  return (
    <PostForm action={AT}>
      <button class={plain ? 'button plain' : 'button'} type="submit">
        {label}
      </button>
    </PostForm>
  )
}

function sizeWords(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / BYTES_PER_KB))
  return new Intl.NumberFormat(intlTag(spoken()), { style: 'unit', unit: 'kilobyte' }).format(kilobytes)
}
