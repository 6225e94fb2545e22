import { type Act, change, type Db, SYSTEM } from '../../db/db.ts'
import type { SignedIn } from '../load-session.ts'
import { hashToken, newToken } from '../secret.ts'
import { deleteSession } from '../sessions-store.ts'
import { holdSession } from '../sign-in/hold-session.ts'
import { isRecent } from '../sign-in/recent.ts'
import type { Browser, Entered } from '../sign-in/redeem-sign-in.ts'
import { noteAccess } from '../sign-in/sign-ins-store.ts'
import { startSessionOf } from '../start-session.ts'
import { findPerson, findUsers } from '../users-store.ts'
import type { Claims } from './claims.ts'
import { findByLogin, identitiesOf, insertArrived, insertIdentity, noteLogin } from './identities-store.ts'
import { insertLoginJoin } from './login-joins-store.ts'
import type { ArrivalFault, Provider } from './provider.ts'
import type { Attempt } from './provider-attempts-store.ts'

/** Someone who comes back from a provider. `viewer`: who is signed in in this browser; null: nobody. */
export type Arriving = {
  provider: Pick<Provider, 'issuer'>
  claims: Claims
  attempt: Omit<Attempt, 'provider'>
  viewer: Pick<SignedIn, 'id' | 'session_id'> | null
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

/** The same login arrived with another address at the same moment, and has got its account by now. */
class ArrivedTwice extends Error {}

/**
 * Signs in whose login this is, signs them in again, links it, or makes a person with the verified address,
 * in one transaction.
 */
export async function redeemArrival(db: Db, arriving: Arriving): Promise<Arrival> {
  const redeem = () => change(db, SYSTEM, (act) => redeemOnce(act, arriving))
  try {
    return await redeem()
  } catch (error) {
    if (!(error instanceof ArrivedTwice)) throw error
    return redeem()
  }
}

function redeemOnce(act: Act, arriving: Arriving): Promise<Arrival> {
  const { user_id, again_for } = arriving.attempt
  if (user_id !== null) return link(act, arriving)
  return again_for === null ? enter(act, arriving) : enterAgain(act, arriving)
}

/** Only the person who is signed in here, and only if the provider has asked them to prove who they are. */
async function enterAgain(act: Act, arriving: Arriving): Promise<Arrival> {
  const { attempt, viewer, claims } = arriving
  if (viewer === null || viewer.id !== attempt.again_for) return refused('over')
  const owner = await findByLogin(act.tx, loginOf(arriving))
  if (owner !== viewer.id) return refused('not_theirs')
  return isRecent(claims.proven_at, act.now) ? goIn(act, arriving, owner) : refused('not_again')
}

/** Only in the session in which it began: what was on the way when that ended is not added. */
async function link({ tx }: Act, { attempt, viewer, ...rest }: Arriving): Promise<Arrival> {
  const login = loginOf(rest)
  const { user_id, session_id } = attempt
  if (user_id === null || session_id === null) return refused('signed_out')
  if (viewer?.id !== user_id || viewer.session_id !== session_id) return refused('signed_out')
  if (!(await holdSession(tx, { user_id, session_id }))) return refused('signed_out')
  const owner = await findByLogin(tx, login)
  if (owner !== null) return owner === user_id ? { is: 'linked' } : refused('elsewhere')
  if (!(await insertIdentity(tx, { ...login, user_id }))) return refused('another')
  await noteAccess(tx, { user_id, purpose: 'login_linked' })
  return { is: 'linked' }
}

async function enter(act: Act, arriving: Arriving): Promise<Arrival> {
  const { tx } = act
  const login = loginOf(arriving)
  const owner = await findByLogin(tx, login)
  if (owner !== null) return goIn(act, arriving, owner)
  const { address, name } = arriving.claims
  if (address === null) return refused('no_address')
  const user_id = await insertArrived(tx, { email: address, name })
  if (user_id === null) return enterKnown(act, arriving, address)
  if (!(await insertIdentity(tx, { ...login, user_id }))) throw new ArrivedTwice()
  // The provider may be wrong: whoever reads the mail of this address learns who can enter.
  await noteAccess(tx, { user_id, purpose: 'login_linked' })
  return goIn(act, arriving, user_id)
}

/** The address is someone's: theirs, if the same login arrived a moment ago in another tab. */
async function enterKnown(act: Act, arriving: Arriving, address: string): Promise<Arrival> {
  const owner = await findByLogin(act.tx, loginOf(arriving))
  return owner === null ? askJoin(act, arriving, address) : goIn(act, arriving, owner)
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

async function goIn(act: Act, arriving: Arriving, user_id: number): Promise<Arrival> {
  const { browser, attempt, claims } = arriving
  if (!(await noteLogin(act.tx, loginOf(arriving)))) return refused('over')
  const opening = { user_id, browser, next: attempt.next, proven_at: claims.proven_at }
  const entered = await openSession(act, opening)
  return entered === null ? refused('over') : { is: 'entered', entered }
}

type Opening = { user_id: number; browser: Browser; next: string; proven_at: Date | null }

/** Starts a session; the browser's former one ends. Null: the person left in the meantime. */
export async function openSession(
  act: Act,
  { user_id, browser, next, proven_at }: Opening,
): Promise<Entered | null> {
  if (browser.former !== '') await deleteSession(act.tx, hashToken(browser.former))
  const [user] = await findUsers(act.tx, [user_id])
  if (user?.email == null) return null
  const session = await startSessionOf(act, { user_id, browser: browser.agent, proven_at })
  return { session, user, next }
}

function loginOf({ provider, claims }: Pick<Arriving, 'provider' | 'claims'>) {
  return { issuer: provider.issuer, subject: claims.subject }
}

function refused(fault: ArrivalFault): Arrival {
  return { is: 'refused', fault }
}
