import { keepLanguages } from '../../users/keep-languages.ts'
import { actAs } from './act.ts'
import type { Exchange } from './exchange.ts'
import { keepLanguage, languagesForMail } from './reader-language.ts'

/** The languages of this browser become those of the person who signs in. */
export async function takeOver({ request, reply, services }: Exchange, user_id: number): Promise<void> {
  const languages = languagesForMail(request)
  keepLanguage(reply, null)
  await actAs(services, user_id, (act) => keepLanguages(act, user_id, languages))
}
