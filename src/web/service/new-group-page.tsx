import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, NotFound } from '../../errors.ts'
import { createOwnGroup } from '../../groups/service/create-own-group.ts'
import { loadMayCreateGroups } from '../../groups/service/load-service-settings.ts'
import { t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { once } from '../request/once.ts'
import { Once } from '../request/once-part.tsx'
import { languageOf } from '../request/reader-language.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { signedInPage } from '../visits/signed-in-page.ts'

const PATH = '/new-group'
const INVALID_STATUS = 422

/** For those who run the service; for anyone who is signed in if they allow it. */
export const newGroupPage = signedInPage({
  path: PATH,
  who: 'admin of the service',
  next: PATH,
  show: showForm,
  acts: { [PATH]: makeGroup },
})

/** GET /new-group. NotFound: this person may not create groups. */
async function showForm(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  if (!(await loadMayCreateGroups(exchange.services.db.pool, viewer.id)))
    throw new NotFound('not_found.address')
  return sendPage(exchange, <NewGroupPage viewer={viewer} form={{ values: {}, problems: [] }} />)
}

/** POST /new-group: makes a group; its creator is its first admin. */
async function makeGroup(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const request = {
    name: formText(exchange, 'name').trim(),
    handle: formText(exchange, 'handle').trim(),
    locale: languageOf(exchange.request),
  }
  try {
    const handle = await actAs(exchange.services, viewer.id, (act) =>
      once(exchange, act, async () => (await createOwnGroup(act, viewer, request)).handle),
    )
    return exchange.reply.redirect(`/g/${handle}`, 303)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const form = { values: formOf(exchange), problems: error.problems }
    return sendPage(exchange, <NewGroupPage viewer={viewer} form={form} />, INVALID_STATUS)
  }
}

function NewGroupPage({ viewer, form }: { viewer: SignedIn; form: FormState }): VNode {
  const labels = { name: t('sign_in.group_name'), handle: t('sign_in.handle') }
  return (
    <Layout title={t('service.make')} viewer={viewer}>
      <h1>{t('service.make')}</h1>
      <p>{t('service.own_group')}</p>
      <Faults problems={form.problems} labels={labels} />
      <PostForm action={PATH} class="stack" novalidate>
        <Once />
        <LineField form={form} name="name" label={labels.name} more={{ required: true, maxlength: 150 }} />
        <LineField
          form={form}
          name="handle"
          label={labels.handle}
          hint={t('sign_in.handle_hint')}
          more={{ maxlength: 50, autocapitalize: 'none' }}
        />
        <button class="button" type="submit">
          {t('service.make')}
        </button>
      </PostForm>
    </Layout>
  )
}
