import type { FastifyReply } from 'fastify'
import type { SignedIn } from '../../users/load-session.ts'
import { removeLogin } from '../../users/single-sign-on/remove-login.ts'
import type { Exchange } from '../request/exchange.ts'
import { formOf, formText, idIn } from '../request/form-text.ts'
import { actWhileSignedIn, afterRecentSignIn, signedInPage } from '../visits/signed-in-page.ts'
import { goToProvider } from './go-to-provider.tsx'

const ACCOUNT = '/account'

/** Forms of the account page about logins at providers. */
export const loginActs = signedInPage({
  path: '/account/logins',
  acts: {
    '/account/logins': afterRecentSignIn(link, ACCOUNT),
    '/account/logins/remove': afterRecentSignIn(remove, ACCOUNT),
  },
})

/** POST /account/logins: sends the browser to a provider, to link a login there. */
async function link(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const name = formText(exchange, 'provider')
  const whose = { user_id: viewer.id, session_id: viewer.session_id, again_for: null }
  return goToProvider(exchange, { name, next: '/account?done=login', ...whose })
}

/** POST /account/logins/remove: removes a login, but not the last way in. */
async function remove(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { services, reply } = exchange
  const id = idIn(formOf(exchange), 'login')
  const own = { id, user_id: viewer.id, kept_id: viewer.session_id, rule: services.config }
  const gone = await actWhileSignedIn(exchange, viewer, (act) => removeLogin(act, own))
  return reply.redirect(`/account?done=${gone ? 'login_removed' : 'login_kept'}`, 303)
}
