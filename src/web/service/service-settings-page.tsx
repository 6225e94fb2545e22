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
import { ChoiceField, type FormState } from '../parts/form-part.tsx'
import { queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { fileOf, formOf, formText } from '../request/form-text.ts'
import { readShownIdentity } from '../request/shown-identity.ts'
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
  const done = queryText(exchange, 'done') !== ''
  const page = <SettingsPage {...{ viewer, config, open, identity, form, done }} />
  return sendPage(exchange, page, form === null ? OK_STATUS : INVALID_STATUS)
}

/** POST /service/settings */
async function saveSettings(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const open = formText(exchange, 'creators') === 'anybody'
  await changeService(exchange, viewer, (act) => setOpenGroups(act, open))
  return exchange.reply.redirect(`${PATH}?done=1`, 303)
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
  return exchange.reply.redirect(`${PATH}?done=1`, 303)
}

type Props = {
  viewer: SignedIn
  config: Exchange['services']['config']
  open: boolean
  identity: Identity
  form: FormState | null
  done: boolean
}

function SettingsPage({ viewer, config, open, identity, form: wrong, done }: Props): VNode {
  const form = { values: { creators: open ? 'anybody' : 'admins' }, problems: [] }
  const choices = [
    { value: 'admins', label: t('service.by_admins') },
    { value: 'anybody', label: t('service.by_anybody') },
  ]
  return (
    <ServiceFrame viewer={viewer} title={t('group.tab_settings')} at={PATH} done={done}>
      <form method="post" action={PATH} class="stack">
        <ChoiceField form={form} name="creators" label={t('service.who_creates')} choices={choices} />
        <button class="button" type="submit">
          {t('form.save')}
        </button>
      </form>
      <IdentityForm identity={identity} form={wrong} />
      <Ways sends_mail={config.smtp_url !== null} />
      <Limits config={config} />
    </ServiceFrame>
  )
}

function Ways({ sends_mail }: { sends_mail: boolean }): VNode {
  return (
    <section class="stack" aria-labelledby="ways">
      <h2 id="ways">{t('service.ways')}</h2>
      <ul>
        <li>
          {sends_mail
            ? t('service.way_email')
            : rich('service.way_no_email', { setting: <code>SMTP_URL</code> })}
        </li>
        <li>{rich('service.way_command', { command: <code>npx folkmoot sign-in-link</code> })}</li>
      </ul>
    </section>
  )
}

function Limits({ config }: { config: Exchange['services']['config'] }): VNode {
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
