import { type Act, change, type Db, SYSTEM } from '../../db/db.ts'
import { hashToken, newToken } from '../secret.ts'
import { deleteSession } from '../sessions-store.ts'
import type { Browser, Entered } from '../sign-in/redeem-sign-in.ts'
import { noteAccess } from '../sign-in/sign-ins-store.ts'
import { startSession } from '../start-session.ts'
import { findPerson, findUsers } from '../users-store.ts'
import type { Claims } from './claims.ts'
import { findByLogin, identitiesOf, insertArrived, insertIdentity, noteLogin } from './identities-store.ts'
import { insertLoginJoin } from './login-joins-store.ts'
import type { ArrivalFault, Provider } from './provider.ts'
import type { Attempt } from './provider-attempts-store.ts'

/** Someone who comes back from a provider. `viewer_id`: who is signed in in this browser; null: nobody. */
export type Arriving = {
  provider: Pick<Provider, 'issuer'>
  claims: Claims
  attempt: Pick<Attempt, 'next' | 'user_id'>
  viewer_id: number | null
  browser: Browser
}

/**
 * `entered`: signed in; `linked`: a login was linked; `code`: a code goes by mail to the account of their
 * address, and this token is for the browser in which it is typed.
 */
export type Arrival =
  | { is: 'entered'; entered: Entered }
  | { is: 'linked' }
  | { is: 'code'; token: string }
  | { is: 'refused'; fault: ArrivalFault }

/**
 * The same login arrived with another address at the same moment: the change runs again, as a deadlock does.
 */
class ArrivedTwice extends Error {
  readonly code = '40001'
}

/**
 * Signs in whose login this is, links it, or makes a person with the verified address, in one transaction.
 */
export function redeemArrival(db: Db, arriving: Arriving): Promise<Arrival> {
  return change(db, SYSTEM, (act) =>
    arriving.attempt.user_id === null ? enter(act, arriving) : link(act, arriving),
  )
}

async function link({ tx }: Act, { attempt, viewer_id, ...rest }: Arriving): Promise<Arrival> {
  const login = loginOf(rest)
  if (viewer_id === null || viewer_id !== attempt.user_id) return refused('signed_out')
  const owner = await findByLogin(tx, login)
  if (owner !== null) return owner === viewer_id ? { is: 'linked' } : refused('elsewhere')
  if (!(await insertIdentity(tx, { ...login, user_id: viewer_id }))) return refused('another')
  await noteAccess(tx, { user_id: viewer_id, purpose: 'login_linked' })
  return { is: 'linked' }
}

async function enter(act: Act, arriving: Arriving): Promise<Arrival> {
  const { tx } = act
  const { claims, browser, attempt } = arriving
  const login = loginOf(arriving)
  const owner = await findByLogin(tx, login)
  if (owner !== null) return goIn(act, { ...login, user_id: owner, browser, next: attempt.next })
  const { address, name } = claims
  if (address === null) return refused('no_address')
  const user_id = await insertArrived(tx, { email: address, name })
  if (user_id === null) return enterKnown(act, arriving, address)
  if (!(await insertIdentity(tx, { ...login, user_id }))) throw new ArrivedTwice()
  return goIn(act, { ...login, user_id, browser, next: attempt.next })
}

/** The address is someone's: theirs, if the same login arrived a moment ago in another tab. */
async function enterKnown(act: Act, arriving: Arriving, address: string): Promise<Arrival> {
  const { browser, attempt } = arriving
  const login = loginOf(arriving)
  const owner = await findByLogin(act.tx, login)
  if (owner !== null) return goIn(act, { ...login, user_id: owner, browser, next: attempt.next })
  return askJoin(act, arriving, address)
}

/**
 * An address that the provider vouches for is not enough to enter an account that exists: its mail is read.
 */
async function askJoin({ tx }: Act, arriving: Arriving, address: string): Promise<Arrival> {
  const { provider, claims, attempt } = arriving
  const person = await findPerson(tx, address)
  if (person === null) return refused('no_address')
  const logins = await identitiesOf(tx, person.id)
  if (logins.some(({ issuer }) => issuer === provider.issuer)) return refused('taken')
  const token = newToken()
  await insertLoginJoin(tx, {
    ...loginOf(arriving),
    user_id: person.id,
    address: person.email ?? address,
    browser_hash: hashToken(token),
    next: attempt.next,
    claimed_groups: claims.groups,
  })
  return { is: 'code', token }
}

async function goIn(
  act: Act,
  {
    user_id,
    issuer,
    subject,
    browser,
    next,
  }: {
    user_id: number
    issuer: string
    subject: string
    browser: Browser
    next: string
  },
): Promise<Arrival> {
  await noteLogin(act.tx, { issuer, subject })
  const entered = await openSession(act, { user_id, browser, next })
  return entered === null ? refused('over') : { is: 'entered', entered }
}

/** Starts a session; the browser's former one ends. Null: the person left in the meantime. */
export async function openSession(
  act: Act,
  { user_id, browser, next }: { user_id: number; browser: Browser; next: string },
): Promise<Entered | null> {
  if (browser.former !== '') await deleteSession(act.tx, hashToken(browser.former))
  const [user] = await findUsers(act.tx, [user_id])
  if (user === undefined) return null
  return { session: await startSession(act, user_id, browser.agent), user, next }
}

function loginOf({ provider, claims }: Pick<Arriving, 'provider' | 'claims'>) {
  return { issuer: provider.issuer, subject: claims.subject }
}

function refused(fault: ArrivalFault): Arrival {
  return { is: 'refused', fault }
}
