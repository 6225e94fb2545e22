import type { FastifyReply } from 'fastify'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import { askPasskey } from '../../users/passkeys/ask-passkey.ts'
import type { PasskeyFault } from '../../users/passkeys/passkey.ts'
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
function enter(exchange: Exchange): Promise<FastifyReply> {
  requireSameOrigin(exchange.request, exchange.services.config.public_url)
  const next = ownPath(formText(exchange, 'next'))
  return enterByPasskey(exchange, {
    next,
    again_for: null,
    refuse: (fault) => sendPasskeyFault(exchange, next, fault),
  })
}

type Entering = {
  next: string
  /** Only this person; null: whose passkey it is. */
  again_for: number | null
  refuse: (fault: PasskeyFault) => Promise<FastifyReply>
}

/** Signs in by the answer of a passkey in the form; too many answers from one network are refused. */
export async function enterByPasskey(
  exchange: Exchange,
  { next, again_for, refuse }: Entering,
): Promise<FastifyReply> {
  const { request, services } = exchange
  const party = partyOf(exchange)
  try {
    await countAttempt(services.db, 'passkey_network', network(request.ip))
  } catch (error) {
    if (error instanceof TooManyAttempts) return sendRefused(exchange, error)
    throw error
  }
  const answer = { token: passkeyToken(exchange), sent: formText(exchange, 'answer') }
  const entered = await redeemPasskey(services.db, { ...answer, next, party, again_for }, browserOf(exchange))
  return typeof entered === 'string' ? refuse(entered) : goIn(exchange, entered)
}
