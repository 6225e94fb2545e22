import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { loadOpenGroups } from '../../groups/service/load-service-settings.ts'
import { setOpenGroups } from '../../groups/service/set-open-groups.ts'
import { t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { relyingParty } from '../../users/passkeys/relying-party.ts'
import { ChoiceField } from '../parts/form-part.tsx'
import { queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { rich } from '../words/rich.tsx'
import { changeService, servicePage } from './service-door.ts'
import { ServiceFrame } from './service-frame-part.tsx'

const PATH = '/service/settings'

export const serviceSettingsPage = servicePage({
  path: PATH,
  show: showSettings,
  acts: { [PATH]: saveSettings },
})

/** GET /service/settings: who may create groups, and what the environment says. */
async function showSettings(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { db, config } = exchange.services
  const open = await loadOpenGroups(db.pool)
  const done = queryText(exchange, 'done') !== ''
  return sendPage(exchange, <SettingsPage viewer={viewer} config={config} open={open} done={done} />)
}

/** POST /service/settings */
async function saveSettings(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const open = formText(exchange, 'creators') === 'anybody'
  await changeService(exchange, viewer, (act) => setOpenGroups(act, open))
  return exchange.reply.redirect(`${PATH}?done=1`, 303)
}

type Props = { viewer: SignedIn; config: Exchange['services']['config']; open: boolean; done: boolean }

function SettingsPage({ viewer, config, open, done }: Props): VNode {
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
      <Ways config={config} />
      <Limits config={config} />
    </ServiceFrame>
  )
}

function Ways({ config }: { config: Exchange['services']['config'] }): VNode {
  return (
    <section class="stack" aria-labelledby="ways">
      <h2 id="ways">{t('service.ways')}</h2>
      <ul>
        <li>
          {config.smtp_url !== null
            ? t('service.way_email')
            : rich('service.way_no_email', { setting: <code>SMTP_URL</code> })}
        </li>
        <li>
          {relyingParty(config.public_url) !== null
            ? t('service.way_passkey')
            : rich('service.way_no_passkey', { setting: <code>PUBLIC_URL</code> })}
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
