import type { Act } from '../../db/db.ts'
import { askSignIn } from '../../users/sign-in/ask-sign-in.ts'
import type { BrowserLanguages } from '../../users/sign-in/browser-languages.ts'
import { ensurePeople, findPerson } from '../../users/users-store.ts'
import type { JoinLink } from './join-link.ts'
import { putRequest } from './join-requests-store.ts'
import { wishPath } from './wish-path.ts'

type Asking = {
  link: Pick<JoinLink, 'id' | 'group_id'>
  address: string
  name: string
  languages: BrowserLanguages
}

/**
 * Records that someone wants to join with this address, which is valid, and has a code sent to it. Nobody
 * becomes a member before they show the code. Returns the token for the browser that asks, see askSignIn.
 */
export async function askToJoin(act: Act, { link, address, name, languages }: Asking): Promise<string> {
  const known = await findPerson(act.tx, address)
  const [user_id = 0] = await ensurePeople(act.tx, [address])
  const about = { group_id: link.group_id, link_id: link.id, user_id }
  const id = await putRequest(act.tx, { ...about, name, made_person: known === null })
  return askSignIn(act, { address, next: wishPath(id), languages })
}
