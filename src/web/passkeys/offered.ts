import { NotFound } from '../../errors.ts'
import { type RelyingParty, relyingParty } from '../../users/passkeys/relying-party.ts'
import type { Exchange } from '../request/exchange.ts'

/** Whether browsers can use passkeys at the address of this service. */
export function offersPasskeys({ services }: Pick<Exchange, 'services'>): boolean {
  return relyingParty(services.config.public_url) !== null
}

/** This service for passkeys. NotFound: it offers none. */
export function partyOf({ services }: Pick<Exchange, 'services'>): RelyingParty {
  const party = relyingParty(services.config.public_url)
  if (party === null) throw new NotFound('not_found.address')
  return party
}
