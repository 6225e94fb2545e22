import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid } from '../../errors.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { browserWords } from '../../users/browser-words.ts'
import { countAttempt } from '../../users/count-attempt.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { addPasskey } from '../../users/passkeys/add-passkey.ts'
import { askNewPasskey } from '../../users/passkeys/ask-new-passkey.ts'
import { editPasskey } from '../../users/passkeys/edit-passkey.ts'
import { loadPasskeys } from '../../users/passkeys/load-passkeys.ts'
import {
  type ListedPasskey,
  MAX_PASSKEY_NAME,
  MAX_PASSKEYS,
  type PasskeyFault,
} from '../../users/passkeys/passkey.ts'
import { removePasskey } from '../../users/passkeys/remove-passkey.ts'
import { loadLogins, loadSignsInByMail } from '../../users/single-sign-on/load-logins.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { accountCrumb } from '../parts/crumbs-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText, idIn } from '../request/form-text.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { keptForm } from '../visits/kept-form.ts'
import { KeptNote } from '../visits/kept-part.tsx'
import { actWhileSignedIn, afterRecentSignIn, signedInPage } from '../visits/signed-in-page.ts'
import { FaultNote, statusOf } from './fault-part.tsx'
import { PasskeyList } from './listed-part.tsx'
import { offersPasskeys, partyOf } from './offered.ts'
import { keepPasskeyToken, passkeyToken } from './passkey-cookie.ts'

const AT = '/account/passkeys'
const OPTIONS = `${AT}/options`
const NAME = `${AT}/name`
const INVALID = 422

/** What was just done, by the value in the query string. */
const DONE = new Map<string, PlainKey>([
  ['added', 'passkeys.done_added'],
  ['named', 'passkeys.done_named'],
  ['removed', 'passkeys.done_removed'],
])

export const passkeysPage = signedInPage({
  path: AT,
  next: AT,
  show: showPasskeys,
  acts: {
    [AT]: add,
    [OPTIONS]: afterRecentSignIn(sendOptions, AT),
    [NAME]: afterRecentSignIn(rename, AT),
    [`${AT}/remove`]: afterRecentSignIn(remove, AT),
  },
})

/** A form that is filled in; without an id that of a new passkey. */
type Filled = { id: number | null; form: FormState }
/** `wrong`: a form with errors; `kept`: one with what was typed before signing in again. */
type Shown = { fault?: PasskeyFault; wrong?: Filled; kept?: Filled }

/** GET /account/passkeys: a person's passkeys, and the form for another one. */
async function showPasskeys(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const named = await keptForm(exchange, viewer.id, NAME)
  const fresh = named ?? (await keptForm(exchange, viewer.id, OPTIONS))
  if (fresh === null) return sendPasskeys(exchange, viewer)
  const id = named === null ? null : idIn(named, 'passkey')
  return sendPasskeys(exchange, viewer, { kept: { id, form: { values: fresh, problems: [] } } })
}

async function sendPasskeys(exchange: Exchange, viewer: SignedIn, shown: Shown = {}): Promise<FastifyReply> {
  const { request, services } = exchange
  const passkeys = await loadPasskeys(services.db.pool, viewer.id)
  const done = DONE.get(queryText(exchange, 'done')) ?? null
  const device = browserWords(request.headers['user-agent'] ?? null).slice(0, MAX_PASSKEY_NAME)
  const only_way = await isOnlyWay(exchange, viewer.id)
  const facts = { viewer, passkeys, done, device, only_way, offered: offersPasskeys(exchange) }
  const status = shown.fault !== undefined ? statusOf(shown.fault) : shown.wrong !== undefined ? INVALID : 200
  return sendPage(exchange, <PasskeysPage {...facts} {...shown} />, status)
}

/** Whether this person signs in neither by mail nor with a provider. */
async function isOnlyWay({ services: { db, config } }: Exchange, user_id: number): Promise<boolean> {
  if (await loadSignsInByMail(db.pool, config)) return false
  const issuers = config.providers.map(({ issuer }) => issuer)
  return !(await loadLogins(db.pool, user_id)).some(({ issuer }) => issuers.includes(issuer))
}

/** POST /account/passkeys/options: what the browser needs to make a passkey, as JSON for our script. */
async function sendOptions(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { reply, services } = exchange
  const party = partyOf(exchange)
  await countAttempt(services.db, 'new_passkey', String(viewer.id))
  const browser = keepPasskeyToken(exchange)
  const wish = { user_id: viewer.id, session_id: viewer.session_id, browser, party }
  return reply.send(await actAs(services, viewer.id, (act) => askNewPasskey(act, wish)))
}

/**
 * POST /account/passkeys: adds the passkey that the browser has made, as it was asked to a few minutes ago:
 * then the sign-in was recent.
 */
async function add(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const party = partyOf(exchange)
  const typed = formText(exchange, 'name')
  const whose = { user_id: viewer.id, session_id: viewer.session_id }
  const made = { ...whose, browser: passkeyToken(exchange), typed, party }
  try {
    const fault = await addPasskey(exchange.services.db, { ...made, sent: formText(exchange, 'answer') })
    if (fault !== null) return sendPasskeys(exchange, viewer, { fault })
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const form = { values: { name: typed }, problems: error.problems }
    return sendPasskeys(exchange, viewer, { wrong: { id: null, form } })
  }
  return goBack(exchange, 'added')
}

/** POST /account/passkeys/name */
async function rename(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const id = idIn(formOf(exchange), 'passkey')
  const typed = formText(exchange, 'name')
  try {
    await actAs(exchange.services, viewer.id, (act) => editPasskey(act, { id, user_id: viewer.id, typed }))
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const form = { values: { name: typed }, problems: error.problems }
    return sendPasskeys(exchange, viewer, { wrong: { id, form } })
  }
  return goBack(exchange, 'named')
}

/** POST /account/passkeys/remove */
async function remove(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const id = idIn(formOf(exchange), 'passkey')
  const own = { id, user_id: viewer.id, kept_id: viewer.session_id }
  await actWhileSignedIn(exchange, viewer, (act) => removePasskey(act, own))
  return goBack(exchange, 'removed')
}

function goBack({ reply }: Exchange, done: string): FastifyReply {
  return reply.redirect(`${AT}?done=${done}`, 303)
}

type Props = Shown & {
  viewer: SignedIn
  passkeys: ListedPasskey[]
  done: PlainKey | null
  /** The name that is proposed. */
  device: string
  offered: boolean
  only_way: boolean
}

function PasskeysPage({ viewer, passkeys, device, offered, only_way, ...shown }: Props): VNode {
  const filled = shown.wrong ?? shown.kept
  const fresh = filled?.id === null ? filled.form : { values: { name: device }, problems: [] }
  const renamed = filled === undefined || filled.id === null ? null : { id: filled.id, form: filled.form }
  return (
    <Layout title={t('passkeys.yours')} viewer={viewer} crumbs={[accountCrumb()]}>
      <h1>{t('passkeys.yours')}</h1>
      <Notes {...shown} />
      <p>{t('passkeys.about')}</p>
      {passkeys.length === 0 ? (
        <Empty>{t('passkeys.none')}</Empty>
      ) : (
        <PasskeyList passkeys={passkeys} zone={viewer.time_zone} wrong={renamed} only_way={only_way} />
      )}
      <section class="stack" aria-labelledby="new">
        <h2 id="new">{t('passkeys.new')}</h2>
        <NewPasskey offered={offered} full={passkeys.length >= MAX_PASSKEYS} form={fresh} />
      </section>
    </Layout>
  )
}

/** What happened to the form that was sent. */
function Notes({ done, fault, wrong, kept }: Shown & Pick<Props, 'done'>): VNode | null {
  if (fault !== undefined) return <FaultNote fault={fault} />
  if (wrong !== undefined) return <Faults problems={wrong.form.problems} labels={{ name: t('form.name') }} />
  if (kept !== undefined) return <KeptNote />
  return done === null ? null : <Flash title={t(done)} tone="good" />
}

type NewProps = { offered: boolean; full: boolean; form: FormState }

/** Only a script can ask the browser for a passkey: it shows the form. */
function NewPasskey({ offered, full, form }: NewProps): VNode {
  if (!offered) return <p>{t('passkeys.needs_https')}</p>
  if (full) return <p>{t('passkeys.full', { count: MAX_PASSKEYS })}</p>
  return (
    <>
      <p id="no-passkeys">{t('passkeys.needs_script')}</p>
      <PostForm action={AT} class="stack" id="new-passkey" hidden>
        <input type="hidden" name="answer" />
        <LineField
          form={form}
          name="name"
          label={t('form.name')}
          hint={t('passkeys.name_hint')}
          more={{ required: true, maxlength: MAX_PASSKEY_NAME }}
        />
        <button class="button" type="submit">
          {t('passkeys.new')}
        </button>
        <p role="alert" data-failed={t('passkeys.failed')} data-known={t('passkeys.known')} />
      </PostForm>
      <IslandScript name="add-passkey" />
    </>
  )
}
