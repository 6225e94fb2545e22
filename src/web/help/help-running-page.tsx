import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { MARK_SIDES, MAX_MARK_BYTES } from '../../groups/service/identity.ts'
import { DELETED_DAYS } from '../../groups/service/service-group.ts'
import { t } from '../../locales/say.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { rich } from '../words/rich.tsx'
import { type Chapter, type Help, HelpFrame } from './help-frame-part.tsx'
import { code, linkTo } from './prose.tsx'

const BYTES_PER_KIB = 1_024

export const runningHelpPage = openPage({ path: '/help/running', show: showRunningHelp })

/** GET /help/running: for people who run the service. */
async function showRunningHelp(exchange: Exchange): Promise<FastifyReply> {
  return sendPage(exchange, <HelpFrame words={runningHelp} viewer={await signedIn(exchange)} />)
}

const runningHelp = (): Help => ({
  title: t('help.running.title'),
  about: t('help.running.about'),
  chapters: [
    { id: 'admins', title: t('help.running.admins'), text: <p>{rich('help.running.admins_1', { code })}</p> },
    groups(),
    people(),
    settings(),
    {
      id: 'import',
      title: t('service.import'),
      text: (
        <Terms rows={[[linkTo('/service/import')(t('service.import_check')), t('service.import_about')]]} />
      ),
    },
    {
      id: 'machine',
      title: t('help.running.machine'),
      text: <p>{rich('help.running.machine_1', { code })}</p>,
    },
  ],
})

const groups = (): Chapter => ({
  id: 'groups',
  title: t('service.groups'),
  text: (
    <Terms
      rows={[
        [linkTo('/service/groups')(t('service.make')), t('help.running.make')],
        [t('member.make_admin'), t('help.running.make_admin')],
        [t('service.suspend'), t('service.suspend_about')],
        [t('service.delete'), t('service.delete_about', { days: DELETED_DAYS })],
      ]}
    />
  ),
})

const people = (): Chapter => ({
  id: 'people',
  title: t('service.people'),
  text: (
    <Terms
      rows={[
        [linkTo('/service/people')(t('service.end_sessions')), t('help.running.end_sessions')],
        [t('service.erase'), t('service.erase_about')],
      ]}
    />
  ),
})

const settings = (): Chapter => ({
  id: 'settings',
  title: t('group.tab_settings'),
  text: (
    <Terms
      rows={[
        [linkTo('/service/settings')(t('service.who_creates')), t('help.running.who_creates')],
        [t('service.name'), t('service.name_hint')],
        [t('service.mark'), t('service.mark_hint', { ...MARK_SIDES, kb: MAX_MARK_BYTES / BYTES_PER_KIB })],
        [t('service.limits'), t('service.limits_about')],
      ]}
    />
  ),
})

function Terms({ rows }: { rows: [VNode | string, string][] }): VNode {
  return (
    <>
      {rows.map(([name, about]) => (
        <section key={about}>
          <h3>{name}</h3>
          <p>{about}</p>
        </section>
      ))}
    </>
  )
}
