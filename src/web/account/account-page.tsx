import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, type Problem, refuse } from '../../errors.ts'
import type { ListedFeed } from '../../feeds/feed.ts'
import { loadFeeds } from '../../feeds/load-feeds.ts'
import { loadInstanceAdmin } from '../../groups/service/load-instance-admin.ts'
import { loadMayCreateGroups } from '../../groups/service/load-service-settings.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { loadNamesakes } from '../../members/names/load-namesakes.ts'
import { loadMailChoices, type MailChoice } from '../../notifications/load-mail-choices.ts'
import { setMailChoices } from '../../notifications/set-mail-choices.ts'
import type { PushSettings } from '../../push/load-push-choices.ts'
import { editProfile } from '../../users/edit-profile.ts'
import { endOtherSessions, endOwnSession } from '../../users/end-session.ts'
import { loadPerson } from '../../users/load-person.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { type ListedSession, loadSessions } from '../../users/load-sessions.ts'
import { readName } from '../../users/name.ts'
import { loadLogins, loadSignsInByMail } from '../../users/single-sign-on/load-logins.ts'
import { hasZone } from '../../users/user.ts'
import { takeLaterEdits } from '../edits/as-shown-part.tsx'
import { OwnKeysPart } from '../keys/own-keys-part.tsx'
import { ErrorNote } from '../parts/error-part.tsx'
import { Faults } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { PasskeysPart } from '../passkeys/account-part.tsx'
import { actAs } from '../request/act.ts'
import { queryText } from '../request/address.ts'
import { keepZone } from '../request/browser-zone.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText, idIn } from '../request/form-text.ts'
import { keepLanguage } from '../request/reader-language.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { Contents } from '../visits/contents-part.tsx'
import { signedInPage } from '../visits/signed-in-page.ts'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'
import { DataPart } from './data-part.tsx'
import { FeedsPart, SuspendedNote } from './feeds-part.tsx'
import { type Logins, LoginsPart, showsLogins } from './logins-part.tsx'
import { noticesOf } from './notices-page.ts'
import { NoticesPart } from './notices-part.tsx'
import { Done, labels, storedProfile, type TypedProfile, You } from './profile-part.tsx'
import { SessionsPart } from './sessions-part.tsx'

const INVALID_STATUS = 422

/** What was just done, by the value in the query string. */
const DONE = new Map<string, PlainKey>([
  ['profile', 'account.done_profile'],
  ['mails', 'account.done_mails'],
  ['session', 'account.done_session'],
  ['others', 'account.done_others'],
  ['access', 'access.done'],
  ['feed', 'account.done_feed'],
  ['address', 'account.done_address'],
  ['login', 'account.done_login'],
  ['login_removed', 'account.done_login_removed'],
  ['login_kept', 'account.done_login_kept'],
  ['push', 'account.done_push'],
  ['push_off', 'account.done_push_off'],
  ['push_kinds', 'account.done_push_kinds'],
])

type Shown = {
  viewer: SignedIn
  has_zone: boolean
  choices: MailChoice[]
  sessions: ListedSession[]
  feeds: ListedFeed[]
  logins: Logins
  /** Null: not offered. */
  notices: PushSettings | null
  runs_service: boolean
  creates_groups: boolean
}

export const accountPage = signedInPage({
  path: '/account',
  show: showAccount,
  acts: {
    '/account': saveProfile,
    '/account/mails': saveMails,
    '/account/sessions/end': endSessions,
  },
})

/** GET /account: a person's profile, mail settings, feeds and sessions. */
async function showAccount(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const done = DONE.get(queryText(exchange, 'done')) ?? null
  const failed = queryText(exchange, 'done') === 'push_failed'
  const saved = done === 'account.done_profile'
  const namesakes = saved ? await loadNamesakes(exchange.services.db.pool, viewer) : []
  const shown = { ...(await load(exchange, viewer)), done, failed, namesakes }
  return sendPage(exchange, <AccountPage {...shown} />)
}

/** POST /account: saves name, language and time zone. Fields left as shown keep what another tab saved. */
async function saveProfile(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const had_zone = await hasOwnZone(exchange, viewer)
  const later = takeLaterEdits(exchange.request, storedProfile(viewer, had_zone))
  const typed = {
    name: formText(exchange, 'name'),
    locale: formText(exchange, 'locale') || null,
    time_zone: formText(exchange, 'time_zone') || null,
  }
  try {
    refuse(later)
    await actAs(exchange.services, viewer.id, (act) =>
      editProfile(act, viewer.id, { ...typed, name: readName(typed.name) }),
    )
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const page = <AccountPage {...(await load(exchange, viewer))} typed={typed} problems={error.problems} />
    return sendPage(exchange, page, INVALID_STATUS)
  }
  if (had_zone || typed.time_zone !== null) keepZone(exchange.reply, typed.time_zone)
  keepLanguage(exchange.reply, null)
  return goBack(exchange, 'profile')
}

/** POST /account/mails: ticked groups keep sending mails, the others stop. */
async function saveMails(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const ticked = [formOf(exchange)['groups'] ?? []].flat()
  await actAs(exchange.services, viewer.id, (act) => setMailChoices(act, viewer.id, ticked.map(Number)))
  return goBack(exchange, 'mails')
}

/** POST /account/sessions/end: signs one browser out, or all but this one. */
async function endSessions(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { services } = exchange
  const which = formText(exchange, 'session')
  const kept = { user_id: viewer.id, kept_id: viewer.session_id }
  if (which === 'others') {
    await actAs(services, viewer.id, (act) => endOtherSessions(act, kept))
    return goBack(exchange, 'others')
  }
  const id = idIn(formOf(exchange), 'session')
  await actAs(services, viewer.id, (act) => endOwnSession(act, { id, user_id: viewer.id }))
  return goBack(exchange, 'session')
}

/** Redirects to the account page, which says what was done. */
export function goBack({ reply }: Exchange, done: string): FastifyReply {
  return reply.redirect(`/account?done=${done}`, 303)
}

/** Whether the account has a zone: `viewer` may have that of their browser or group. */
async function hasOwnZone({ services }: Exchange, viewer: SignedIn): Promise<boolean> {
  return hasZone(await loadPerson(services.db.pool, viewer.id))
}

async function load(exchange: Exchange, viewer: SignedIn): Promise<Shown> {
  const { db, config } = exchange.services
  const choices = await loadMailChoices(db.pool, viewer.id)
  const feeds = await loadFeeds(db.pool, viewer.id)
  const runs_service = await loadInstanceAdmin(db.pool, viewer.id)
  const creates_groups = await loadMayCreateGroups(db.pool, viewer.id)
  return {
    viewer,
    has_zone: await hasOwnZone(exchange, viewer),
    choices,
    feeds,
    runs_service,
    creates_groups,
    logins: {
      linked: await loadLogins(db.pool, viewer.id),
      providers: config.providers,
      by_mail: await loadSignsInByMail(db.pool, config),
    },
    notices: await noticesOf(exchange, viewer),
    sessions: await loadSessions(db.pool, viewer.id),
  }
}

type Props = Shown & {
  done?: PlainKey | null
  /** The groups in which another member has the saved name. */
  namesakes?: string[]
  failed?: boolean
  typed?: TypedProfile
  problems?: Problem[]
}

function AccountPage({
  viewer,
  has_zone,
  choices,
  feeds,
  sessions,
  logins,
  notices,
  runs_service,
  creates_groups,
  done = null,
  namesakes = [],
  failed = false,
  typed,
  problems = [],
}: Props): VNode {
  return (
    <Layout
      title={t('page.your_account')}
      viewer={viewer}
      sheets={['help']}
      side={<Contents sections={sectionsOf({ choices, notices, logins, creates_groups, runs_service })} />}
      side_first
      opening={
        <>
          <header>
            <p class="kicker" {...AS_IS}>
              {viewer.email}
            </p>
            <h1>{t('page.your_account')}</h1>
          </header>
          {done !== null && <Done done={done} namesakes={namesakes} viewer_id={viewer.id} />}
          {failed && <ErrorNote message={t('account.push_failed')} />}
          <Faults problems={problems} labels={labels()} />
        </>
      }
    >
      <You {...{ viewer, has_zone, typed, problems }} />
      {choices.length > 0 && <Mails choices={choices} />}
      {notices !== null && <NoticesPart settings={notices} />}
      <FeedsPart feeds={feeds} zone={viewer.time_zone} />
      <PasskeysPart />
      <OwnKeysPart />
      <DataPart />
      <LoginsPart logins={logins} zone={viewer.time_zone} />
      <SessionsPart sessions={sessions} own_id={viewer.session_id} zone={viewer.time_zone} />
      {creates_groups && (
        <section class="stack" aria-labelledby="groups">
          <h2 id="groups">{t('service.groups')}</h2>
          <p>
            <a class="button plain" href="/new-group">
              {t('service.make')}
            </a>
          </p>
        </section>
      )}
      {runs_service && (
        <section class="stack" aria-labelledby="service">
          <h2 id="service">{t('account.service')}</h2>
          <p>{rich('account.see_status', { link: (text) => <a href="/status">{text}</a> })} </p>
        </section>
      )}
    </Layout>
  )
}

type Offered = Pick<Shown, 'choices' | 'notices' | 'logins' | 'creates_groups' | 'runs_service'>

/** The sections of the page below the person's details, which come first. */
function sectionsOf({
  choices,
  notices,
  logins,
  creates_groups,
  runs_service,
}: Offered): { id: string; title: string }[] {
  return [
    ...(choices.length > 0 ? [{ id: 'mails', title: t('account.mails') }] : []),
    ...(notices !== null ? [{ id: 'notices', title: t('account.push') }] : []),
    { id: 'feeds', title: t('account.calendar_and_feeds') },
    { id: 'passkeys', title: t('passkeys.title') },
    { id: 'keys', title: t('group.tab_api_keys') },
    { id: 'data', title: t('account.your_data') },
    ...(showsLogins(logins) ? [{ id: 'logins', title: t('sso.logins') }] : []),
    { id: 'sessions', title: t('account.signed_in_on') },
    ...(creates_groups ? [{ id: 'groups', title: t('service.groups') }] : []),
    ...(runs_service ? [{ id: 'service', title: t('account.service') }] : []),
  ]
}

function Mails({ choices }: { choices: MailChoice[] }): VNode {
  return (
    <section class="stack" aria-labelledby="mails">
      <h2 id="mails">{t('account.mails')}</h2>
      <p>{t('account.mails_about')} </p>
      <PostForm action="/account/mails" class="stack">
        <fieldset class="field">
          <legend>{t('account.mails_of')}</legend>
          {choices.map(({ group_id, name, muted, suspended }) => (
            <label key={group_id} class="choice">
              <input type="checkbox" name="groups" value={group_id} checked={!muted} />
              <span>
                <bdi>{name}</bdi>
                {suspended && <SuspendedNote />}
              </span>
            </label>
          ))}
        </fieldset>
        <button class="button plain" type="submit">
          {t('account.save_mails')}
        </button>
      </PostForm>
    </section>
  )
}
