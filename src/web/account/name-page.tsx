import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, type Problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { loadProposedName } from '../../members/names/load-proposed-name.ts'
import { editProfile } from '../../users/edit-profile.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { readName } from '../../users/name.ts'
import { LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { ownPath } from '../request/own-path.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { signedInPage } from '../visits/signed-in-page.ts'

const INVALID_STATUS = 422

export const namePage = signedInPage({
  path: '/account/name',
  show: showNameQuestion,
  acts: { '/account/name': saveName },
})

/** GET /account/name?next=PATH: asks new people for their name, with the one that a group knows. */
async function showNameQuestion(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const next = ownPath(queryText(exchange, 'next'))
  const name = viewer.name ?? (await loadProposedName(exchange.services.db.pool, viewer.id)) ?? ''
  return sendPage(exchange, <NamePage viewer={viewer} name={name} next={next} />)
}

/** POST /account/name */
async function saveName(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { reply, services } = exchange
  const typed = formText(exchange, 'name')
  const next = ownPath(formText(exchange, 'next'))
  try {
    await actAs(services, viewer.id, (act) => editProfile(act, viewer.id, { name: readName(typed) }))
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const page = <NamePage viewer={viewer} name={typed} next={next} problems={error.problems} />
    return sendPage(exchange, page, INVALID_STATUS)
  }
  return reply.redirect(next, 303)
}

type Props = { viewer: SignedIn; name: string; next: string; problems?: Problem[] }

function NamePage({ viewer, name, next, problems = [] }: Props): VNode {
  return (
    <Layout title={t('form.your_name')} viewer={viewer}>
      <h1>{t('account.what_name')}</h1>
      <p>{t('account.name_about')} </p>
      <PostForm action="/account/name" class="stack" novalidate>
        <input type="hidden" name="next" value={next} />
        <LineField
          form={{ values: { name }, problems }}
          name="name"
          label={t('form.your_name')}
          more={{ autocomplete: 'name' }}
        />
        <button class="button" type="submit">
          {t('account.save_name')}
        </button>
      </PostForm>
      <p>
        <a href={next}>{t('account.not_now')}</a>
      </p>
    </Layout>
  )
}
