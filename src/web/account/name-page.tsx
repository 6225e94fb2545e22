import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, type Problem } from '../../errors.ts'
import { editProfile } from '../../users/edit-profile.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { readName } from '../../users/profile.ts'
import { LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText, queryText } from '../request/form-text.ts'
import { ownPath, signInPath } from '../request/own-path.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'

const INVALID_STATUS = 422

/** GET /account/name?next=PATH: asks who signed in for the first time what they are called, and lets them go on. */
export async function showNameQuestion(exchange: Exchange): Promise<FastifyReply> {
  const viewer = await signedIn(exchange)
  if (viewer === null) return exchange.reply.redirect(signInPath('/account'), 303)
  const next = ownPath(queryText(exchange, 'next'))
  return sendPage(exchange, <NamePage viewer={viewer} name={viewer.name ?? ''} next={next} />)
}

/** POST /account/name */
export async function saveName(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const viewer = await signedIn(exchange)
  if (viewer === null) return reply.redirect(signInPath('/account'), 303)
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
    <Layout title="Your name" viewer={viewer}>
      <h1>What are you called?</h1>
      <p>
        Your name stands beside what you write and, in polls that are not anonymous, beside your vote. You can
        change it in your account at any time.
      </p>
      <form method="post" action="/account/name" class="stack" novalidate>
        <input type="hidden" name="next" value={next} />
        <LineField
          form={{ values: { name }, problems }}
          name="name"
          label="Your name"
          more={{ autocomplete: 'name' }}
        />
        <button class="button" type="submit">
          Save your name
        </button>
      </form>
      <p>
        <a href={next}>Not now</a>
      </p>
    </Layout>
  )
}
