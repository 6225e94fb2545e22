import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { DEMO, makeDemo } from '../../demo/make-demo.ts'
import { Invalid, NotFound, type Problem } from '../../errors.ts'
import { createFirstGroup, type FirstGroup } from '../../groups/create-first-group.ts'
import { loadSetup, loadSetupAwaited } from '../../groups/load-setup.ts'
import { STATUSES } from '../../http/problem.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { startSession } from '../../users/start-session.ts'
import { AwaitingSetupPage } from '../account/welcome-page.tsx'
import { Faults, type FormState, LineField, TickField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { ZoneField } from '../parts/zone-part.tsx'
import { actForStranger } from '../request/act.ts'
import { queryText } from '../request/address.ts'
import { browserZone } from '../request/browser-zone.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { once } from '../request/once.ts'
import { Once } from '../request/once-part.tsx'
import { languageOf } from '../request/reader-language.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { enterHere } from '../request/take-over.ts'
import { openPage } from '../visits/page.ts'
import { formVoice } from '../words/form-voice.ts'
import { browserOf } from './complete-sign-in.ts'

const INVALID_STATUS = 422

// In the order of the fields.
const labels = () => ({
  group_name: t('sign_in.group_name'),
  handle: t('sign_in.handle'),
  name: t('form.your_name'),
  email: t('form.your_email'),
  time_zone: t('form.your_time_zone'),
})

type Typed = Omit<FirstGroup, 'locale'> & { demo: boolean }

export const setupPage = openPage({
  path: '/setup',
  show: showSetup,
  acts: { '/setup': setUp },
})

/** GET /setup?k=TOKEN: the form for the first group. */
async function showSetup(exchange: Exchange): Promise<FastifyReply> {
  const token = queryText(exchange, 'k')
  try {
    await loadSetup(exchange.services.db.pool, token)
  } catch (error) {
    if (!(error instanceof NotFound)) throw error
    return sendNoSetup(exchange, 'sign_in.setup_link_done')
  }
  // People who set up a service for their group mostly live in its time zone.
  const time_zone = browserZone(exchange.request) ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const blank = { group_name: '', handle: '', name: '', email: '', time_zone, demo: false }
  return sendPage(exchange, <SetupPage token={token} typed={blank} />)
}

/** POST /setup: makes the group and its admin, and signs in the admin. */
async function setUp(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const token = formText(exchange, 'k')
  const typed = readTyped(exchange)
  try {
    const { group, admin_id, session } = await actForStranger(services, (act) =>
      once(exchange, act, async () => {
        const made = await createFirstGroup(act, token, { ...typed, locale: languageOf(request) })
        return { ...made, session: await startSession(act, made.admin_id, browserOf(exchange).agent) }
      }),
    )
    await enterHere(exchange, admin_id, session)
    if (typed.demo) await makeDemoBeside(exchange, admin_id)
    const demo = typed.demo && group.handle !== DEMO.handle
    return reply.redirect(`/g/${group.handle}${demo ? '?demo' : ''}`, 303)
  } catch (error) {
    // The link stopped working while the form was filled in.
    if (error instanceof NotFound) return sendNoSetup(exchange, 'sign_in.already_set_up_about')
    if (!(error instanceof Invalid)) throw error
    const page = <SetupPage token={token} typed={typed} problems={error.problems} />
    return sendPage(exchange, page, INVALID_STATUS)
  }
}

/**
 * The link creates no group: another start of the service made it invalid, and the page says where to find
 * the new one; or a group exists, whatever the link, and the page says `about`.
 */
async function sendNoSetup(exchange: Exchange, about: PlainKey): Promise<FastifyReply> {
  const { config, db } = exchange.services
  const page = (await loadSetupAwaited(db.pool)) ? (
    <AwaitingSetupPage public_url={config.public_url} />
  ) : (
    <AlreadySetUpPage viewer={(await signedIn(exchange)) ?? 'unknown'} about={about} />
  )
  return sendPage(exchange, page, STATUSES.not_found)
}

/** The new group may have taken the demo's handle: it is kept, and there is no demo group. */
async function makeDemoBeside({ services }: Exchange, admin_id: number): Promise<void> {
  await makeDemo(services.db, admin_id).catch((error: unknown) => {
    if (!(error instanceof Invalid)) throw error
  })
}

function readTyped(exchange: Exchange): Typed {
  return {
    group_name: formText(exchange, 'group_name'),
    handle: formText(exchange, 'handle'),
    name: formText(exchange, 'name'),
    email: formText(exchange, 'email'),
    time_zone: formText(exchange, 'time_zone'),
    demo: formText(exchange, 'demo') !== '',
  }
}

function AlreadySetUpPage({ viewer, about }: { viewer: SignedIn | 'unknown'; about: PlainKey }): VNode {
  return (
    <Layout title={t('sign_in.already_set_up')} viewer={viewer}>
      <h1>{t('sign_in.already_set_up')}</h1>
      <p>{t(about)} </p>
      <p>
        <a class="button" href={viewer === 'unknown' ? '/sign-in' : '/'}>
          {t(viewer === 'unknown' ? 'page.sign_in' : 'problem_page.to_groups')}
        </a>
      </p>
    </Layout>
  )
}

function SetupPage({
  token,
  typed,
  problems = [],
}: {
  token: string
  typed: Typed
  problems?: Problem[]
}): VNode {
  const voice = formVoice(labels(), typed.time_zone)
  const form = { values: typed, problems, voice, focus: 'group_name' }
  return (
    <Layout title={t('sign_in.set_up')} viewer="unknown">
      <header>
        <p class="kicker">{t('sign_in.first_start')}</p>
        <h1>{t('sign_in.make_first_group')}</h1>
      </header>
      <p>{t('sign_in.first_group')} </p>
      <Faults problems={problems} labels={labels()} voice={voice} />
      <form method="post" action={`/setup?k=${encodeURIComponent(token)}`} class="stack" novalidate>
        <Once />
        <input type="hidden" name="k" value={token} />
        <TheGroup form={form} />
        <You form={form} />
        <TickField form={form} name="demo" label={t('sign_in.demo')} hint={t('sign_in.demo_hint')} />
        <button class="button" type="submit">
          {t('sign_in.make_group')}
        </button>
      </form>
    </Layout>
  )
}

function TheGroup({ form }: { form: FormState }): VNode {
  return (
    <>
      <LineField
        form={form}
        name="group_name"
        label={labels().group_name}
        hint={t('sign_in.group_name_hint')}
        more={{ required: true }}
      />
      <LineField
        form={form}
        name="handle"
        label={labels().handle}
        hint={t('sign_in.handle_hint')}
        more={{ maxlength: 50, autocapitalize: 'none' }}
      />
    </>
  )
}

function You({ form }: { form: FormState }): VNode {
  return (
    <>
      <LineField
        form={form}
        name="name"
        label={labels().name}
        more={{ required: true, autocomplete: 'name' }}
      />
      <LineField
        form={form}
        name="email"
        label={labels().email}
        hint={t('sign_in.email_hint')}
        type="email"
        more={{ required: true, autocomplete: 'email' }}
      />
      <ZoneField form={form} label={labels().time_zone} />
    </>
  )
}
