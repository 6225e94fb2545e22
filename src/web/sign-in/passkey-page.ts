import type { FastifyReply } from 'fastify'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import { askPasskey } from '../../users/passkeys/ask-passkey.ts'
import { redeemPasskey } from '../../users/passkeys/redeem-passkey.ts'
import { partyOf } from '../passkeys/offered.ts'
import { keepPasskeyToken, passkeyToken } from '../passkeys/passkey-cookie.ts'
import { actForStranger } from '../request/act.ts'
import type { Exchange } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { ownPath } from '../request/own-path.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { openPage } from '../visits/page.ts'
import { browserOf, goIn } from './complete-sign-in.ts'
import { sendRefused } from './sign-in-code-page.tsx'
import { sendPasskeyFault } from './sign-in-page.tsx'

export const passkeyPage = openPage({
  path: '/sign-in/passkey',
  acts: { '/sign-in/passkey': enter, '/sign-in/passkey/options': sendOptions },
})

/** POST /sign-in/passkey/options: what the browser needs to sign in, as JSON for our script. */
async function sendOptions(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const party = partyOf(exchange)
  await countAttempt(services.db, 'passkey_network', network(request.ip))
  const browser = keepPasskeyToken(exchange)
  return reply.send(await actForStranger(services, (act) => askPasskey(act, { browser, party })))
}

/** POST /sign-in/passkey: signs in the person whose passkey answered. */
async function enter(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const party = partyOf(exchange)
  try {
    await countAttempt(services.db, 'passkey_network', network(request.ip))
  } catch (error) {
    if (error instanceof TooManyAttempts) return sendRefused(exchange, error)
    throw error
  }
  const next = ownPath(formText(exchange, 'next'))
  const answer = { token: passkeyToken(exchange), sent: formText(exchange, 'answer') }
  const sent = { ...answer, next, party, again_for: null }
  const entered = await redeemPasskey(services.db, sent, browserOf(exchange))
  return typeof entered === 'string' ? sendPasskeyFault(exchange, next, entered) : goIn(exchange, entered)
}
