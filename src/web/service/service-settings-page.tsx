import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid } from '../../errors.ts'
import type { Identity } from '../../groups/service/identity.ts'
import { readServiceName } from '../../groups/service/identity.ts'
import { loadIdentity } from '../../groups/service/load-identity.ts'
import { loadOpenGroups } from '../../groups/service/load-service-settings.ts'
import { setIdentity } from '../../groups/service/set-identity.ts'
import { setOpenGroups } from '../../groups/service/set-open-groups.ts'
import { t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { relyingParty } from '../../users/passkeys/relying-party.ts'
import { loadSignsInByMail } from '../../users/single-sign-on/load-logins.ts'
import { loadProviderStates, type ProviderState } from '../../users/single-sign-on/load-provider-states.ts'
import { callbackAddress } from '../../users/single-sign-on/provider.ts'
import { ChoiceField, type FormState } from '../parts/form-part.tsx'
import { sendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { fileOf, formOf, formText } from '../request/form-text.ts'
import { readShownIdentity } from '../request/shown-identity.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { type Done, DoneNote, doneAddress, doneIn } from '../visits/done-part.tsx'
import { Command } from '../words/command-part.tsx'
import { rich } from '../words/rich.tsx'
import { IDENTITY_PATH, IdentityForm } from './identity-part.tsx'
import { changeService, servicePage } from './service-door.ts'
import { ServiceFrame } from './service-frame-part.tsx'

const PATH = '/service/settings'
const OK_STATUS = 200
const INVALID_STATUS = 422

export const serviceSettingsPage = servicePage({
  path: PATH,
  show: showSettings,
  acts: { [PATH]: saveSettings, [IDENTITY_PATH]: saveIdentity },
  takes_files: true,
})

/** GET /service/settings: who may create groups, and what the environment says. */
async function showSettings(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  return sendSettings(exchange, viewer, null)
}

/** `form`: the name and mark as they were sent, if something was wrong with them. */
async function sendSettings(
  exchange: Exchange,
  viewer: SignedIn,
  form: FormState | null,
): Promise<FastifyReply> {
  const { db, config } = exchange.services
  const open = await loadOpenGroups(db.pool)
  const identity = await loadIdentity(db.pool)
  const done = doneIn(exchange)
  const ways = {
    by_mail: await loadSignsInByMail(db.pool, config),
    states: await loadProviderStates(config.providers),
  }
  const page = <SettingsPage {...{ viewer, config, open, identity, form, done, ways }} />
  return sendPage(exchange, page, form === null ? OK_STATUS : INVALID_STATUS)
}

/** POST /service/settings */
async function saveSettings(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const open = formText(exchange, 'creators') === 'anybody'
  await changeService(exchange, viewer, (act) => setOpenGroups(act, open))
  return exchange.reply.redirect(doneAddress(PATH, 'saved'), 303)
}

/** POST /service/settings/identity: the service's name and mark. */
async function saveIdentity(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const name = readServiceName(formText(exchange, 'name'))
  const mark = formText(exchange, 'no_mark') === '' ? fileOf(exchange, 'mark') : null
  try {
    await changeService(exchange, viewer, (act) => setIdentity(act, { name, mark }))
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendSettings(exchange, viewer, { values: formOf(exchange), problems: error.problems })
  }
  await readShownIdentity(exchange.services.db)
  return exchange.reply.redirect(doneAddress(PATH, 'saved'), 303)
}

type Config = Exchange['services']['config']
type WaysIn = { by_mail: boolean; states: ProviderState[] }
type Props = {
  viewer: SignedIn
  config: Config
  open: boolean
  identity: Identity
  form: FormState | null
  done: Done | null
  ways: WaysIn
}

function SettingsPage({ viewer, config, open, identity, form: wrong, done, ways }: Props): VNode {
  const form = { values: { creators: open ? 'anybody' : 'admins' }, problems: [] }
  const choices = [
    { value: 'admins', label: t('service.by_admins') },
    { value: 'anybody', label: t('service.by_anybody') },
  ]
  return (
    <ServiceFrame viewer={viewer} title={t('group.tab_settings')} at={PATH}>
      <DoneNote done={done} />
      <PostForm action={PATH} class="stack">
        <ChoiceField form={form} name="creators" label={t('service.who_creates')} choices={choices} />
        <button class="button" type="submit">
          {t('form.save')}
        </button>
      </PostForm>
      <IdentityForm identity={identity} form={wrong} />
      <Ways config={config} {...ways} />
      <Limits config={config} />
    </ServiceFrame>
  )
}

function Ways({ config, by_mail, states }: WaysIn & { config: Config }): VNode {
  return (
    <section class="stack" aria-labelledby="ways">
      <h2 id="ways">{t('service.ways')}</h2>
      <ul>
        <li>
          <MailWay config={config} by_mail={by_mail} />
        </li>
        <li>
          {relyingParty(config.public_url) !== null
            ? t('service.way_passkey')
            : rich('service.way_no_passkey', { setting: <code>PUBLIC_URL</code> })}
        </li>
        <li>{rich('service.way_command', { command: <Command words="npx folkmoot sign-in-link" /> })}</li>
        {states.map((state) => (
          <li key={state.provider.name}>
            <ProviderWay state={state} public_url={config.public_url} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MailWay({ config, by_mail }: { config: Config; by_mail: boolean }): VNode {
  const setting = <code>SIGN_IN_BY_MAIL=off</code>
  if (!by_mail) return <>{rich('service.way_email_off', { setting })}</>
  return (
    <>
      {sendsMail({ services: { config } })
        ? t('service.way_email')
        : rich('service.way_no_email', { setting: <code>SMTP_URL</code> })}
      {!config.sign_in_by_mail && <p>{rich('service.way_email_until', { setting })} </p>}
    </>
  )
}

function ProviderWay({ state, public_url }: { state: ProviderState; public_url: string }): VNode {
  const { provider, answers, why } = state
  return (
    <>
      <p>
        {answers
          ? t('service.provider_answers', { provider: provider.label })
          : t('service.provider_away', { provider: provider.label })}
      </p>
      {why !== null && (
        <p class="small quiet">
          <code>{why}</code>
        </p>
      )}
      <p class="small quiet">
        {rich('service.provider_back', { address: <code>{callbackAddress(public_url, provider)}</code> })}
      </p>
      {provider.groups !== null && (
        <p class="small quiet">
          {provider.groups.mode === 'on' ? t('service.provider_groups') : t('service.provider_groups_dry')}
        </p>
      )}
    </>
  )
}

function Limits({ config }: { config: Config }): VNode {
  const limits: [string, number][] = [
    ['API_RATE_LIMIT', config.api_rate_limit],
    ['INVITES_PER_HOUR', config.invites_per_hour],
    ['INVITES_PER_HOUR_KEY', config.invites_per_hour_key],
  ]
  return (
    <section class="stack" aria-labelledby="limits">
      <h2 id="limits">{t('service.limits')}</h2>
      <p>{t('service.limits_about')}</p>
      <ul>
        {limits.map(([name, value]) => (
          <li key={name}>
            <code>{`${name}=${value}`}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
