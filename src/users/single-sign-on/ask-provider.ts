import type { Configuration } from 'openid-client'
import {
  type ClaimSet,
  type Claims,
  inNoGroup,
  isComplete,
  isStorable,
  MAX_SUBJECT,
  provenAt,
  readClaims,
} from './claims.ts'
import { forgetProvider, openProvider, ProviderFault } from './open-provider.ts'
import { attemptSecrets, callbackAddress, type Provider } from './provider.ts'

type Coming = { provider: Provider; token: string; public_url: string }

/**
 * The address at the provider to which a browser with this token goes. `again`: the provider asks people who
 * are signed in there to prove who they are once more. Throws ProviderFault: it does not answer.
 */
export async function askWhere({ provider, token, public_url }: Coming, again: boolean): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
  const { state, nonce, verifier } = attemptSecrets(token)
  const challenge = await calculatePKCECodeChallenge(verifier)
  return withProvider(provider, async (opened) => {
    const url = buildAuthorizationUrl(opened, {
      redirect_uri: callbackAddress(public_url, provider),
      scope: provider.scopes,
      state,
      nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(again ? askingAgain(opened) : {}),
    })
    return url.href
  })
}

/** Some providers refuse a `prompt` that they do not know; where it is missing, `max_age` says the same. */
function askingAgain(opened: Configuration): Record<string, string> {
  const prompts: unknown = opened.serverMetadata()['prompt_values_supported']
  const knows = Array.isArray(prompts) && prompts.includes('login')
  return { max_age: '0', ...(knows ? { prompt: 'login' } : {}) }
}

/**
 * What the provider says about the person whose browser it sent back with this query. Throws ProviderFault:
 * it refused, does not answer, or its answer is not its own or not for this attempt.
 */
export async function askProvider({ provider, token, public_url }: Coming, query: string): Promise<Claims> {
  const { authorizationCodeGrant } = await import('openid-client')
  const { state, nonce, verifier } = attemptSecrets(token)
  return withProvider(provider, async (opened) => {
    const url = new URL(`${callbackAddress(public_url, provider)}?${query}`)
    const tokens = await authorizationCodeGrant(opened, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims() ?? {}
    return complete(opened, { provider, claims, access_token: tokens.access_token })
  })
}

/**
 * Every failure is a ProviderFault. What the provider said about itself is asked again then, unless it only
 * refused this person.
 */
async function withProvider<T>(provider: Provider, ask: (opened: Configuration) => Promise<T>): Promise<T> {
  try {
    return await ask(await openProvider(provider))
  } catch (error) {
    const fault = faultOf(error)
    if (fault !== 'denied') forgetProvider(provider)
    throw error instanceof ProviderFault ? error : new ProviderFault(fault, error)
  }
}

/** Asks for claims that the ID token does not have. */
async function complete(
  opened: Configuration,
  { provider, claims, access_token }: { provider: Provider; claims: ClaimSet; access_token: string },
): Promise<Claims> {
  const { fetchUserInfo } = await import('openid-client')
  const subject = claims['sub']
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT || !isStorable(subject))
    throw new ProviderFault('untrue', new Error('the subject is missing, too long or not text'))
  const rule = provider.groups
  const claim = rule?.claim ?? null
  const sets = [claims]
  if (
    !isComplete(readClaims(subject, sets, claim), claim) &&
    opened.serverMetadata().userinfo_endpoint !== undefined
  )
    sets.push(await fetchUserInfo(opened, access_token, subject))
  const read = readClaims(subject, sets, claim)
  const all = { ...read, proven_at: provenAt(claims, { tells: tellsWhen(opened), now: new Date() }) }
  return rule?.missing === 'none' ? inNoGroup(all, sets, rule.claim) : all
}

/** Whether a provider can say when someone proved who they are: some list what they can say, without it. */
function tellsWhen(opened: Configuration): boolean {
  const supported: unknown = opened.serverMetadata().claims_supported
  return !Array.isArray(supported) || supported.includes('auth_time')
}

// What openid-client says when a provider cannot be reached or does not speak the protocol.
const AWAY = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

function faultOf(error: unknown): ProviderFault['fault'] {
  if (error instanceof ProviderFault) return error.fault
  const { code, status, error: said } = error as { code?: string; status?: number; error?: string }
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR')
    return said === 'server_error' || said === 'temporarily_unavailable' ? 'away' : 'denied'
  if (code !== undefined && AWAY.has(code)) return 'away'
  if (status !== undefined && status >= 500) return 'away'
  // The connection failed, or the answer was too long.
  const ours = code === undefined || !code.startsWith('OAUTH_')
  return ours ? 'away' : 'untrue'
}
