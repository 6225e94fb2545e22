import type { Act } from '../../db/db.ts'
import { keepLanguages } from '../../users/keep-languages.ts'
import { keepFirstZone } from '../../users/sign-in/keep-first-zone.ts'
import { actAs } from './act.ts'
import { browserZone } from './browser-zone.ts'
import type { Exchange } from './exchange.ts'
import { keepLanguage, languagesForMail } from './reader-language.ts'
import { setSessionCookie } from './session.ts'

/** Signs a person in, in this browser: its languages and its zone become theirs. */
export async function enterHere(exchange: Exchange, user_id: number, session: string): Promise<void> {
  setSessionCookie(exchange, session)
  await takeOver(exchange, user_id)
}

async function takeOver({ request, reply, services }: Exchange, user_id: number): Promise<void> {
  const languages = languagesForMail(request)
  keepLanguage(reply, null)
  await actAs(services, user_id, async (act) => {
    await keepLanguages(act, user_id, languages)
    await takeOverZone({ request }, act, user_id)
  })
}

/** Within a change of a person who is in their own browser: its zone becomes theirs, if they have none. */
export function takeOverZone({ request }: Pick<Exchange, 'request'>, act: Act, user_id: number) {
  return keepFirstZone(act, user_id, browserZone(request))
}
