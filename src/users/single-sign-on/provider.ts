import { createHash } from 'node:crypto'

/**
 * Maps values of a claim to groups; `dry_run` only reports what it would do. `missing`: whether someone
 * without such a claim is in none of them, or nothing is known.
 */
export type GroupsRule = {
  claim: string
  mode: 'off' | 'dry_run' | 'on'
  map: { value: string; handle: string }[]
  missing: 'keep' | 'none'
}

/** A provider of single sign-on, as the operator set it. */
export type Provider = {
  /** In addresses and in the log. */
  name: string
  issuer: string
  client_id: string
  client_secret: string | null
  /** What people read. */
  label: string
  scopes: string
  groups: GroupsRule | null
}

/** How long a browser may take to come back from a provider. */
export const ATTEMPT_MINUTES = 10

/**
 * Why someone was not signed in or no login linked. `away`: the provider does not answer, or not correctly;
 * `denied`: it refused; `over`: another browser, used before, or too late; `untrue`: its answer is not from
 * it or not for this attempt; `no_address`: no verified address; `taken`: the account of that address has
 * another login of this provider; `elsewhere`: the login belongs to another account; `another`: this account
 * has another login of this provider; `signed_out`: nobody, or someone else, is signed in by now. Of someone
 * who signs in again, `not_theirs`: the login is not one of this account; `not_again`: the provider did not
 * ask them.
 */
export const ARRIVAL_FAULTS = [
  'away',
  'denied',
  'over',
  'untrue',
  'no_address',
  'taken',
  'elsewhere',
  'another',
  'signed_out',
  'not_theirs',
  'not_again',
] as const
export type ArrivalFault = (typeof ARRIVAL_FAULTS)[number]

/** The address to which the provider sends browsers back; it is registered there. */
export function callbackAddress(public_url: string, { name }: Pick<Provider, 'name'>): string {
  return `${public_url}/sign-in/with/${name}`
}

/** The provider of this name. Null: there is none. */
export function providerNamed(providers: readonly Provider[], name: string): Provider | null {
  return providers.find((provider) => provider.name === name) ?? null
}

/** The values that tie a provider's answer to one attempt: they follow from the token of the browser. */
export type AttemptSecrets = { state: string; nonce: string; verifier: string }

/** Three texts of 256 bits each; the verifier is one of PKCE. None tells another one, or the token. */
export function attemptSecrets(token: string): AttemptSecrets {
  const made = (use: string) => createHash('sha256').update(`sign-in ${use} ${token}`).digest('base64url')
  return { state: made('state'), nonce: made('nonce'), verifier: made('verifier') }
}
