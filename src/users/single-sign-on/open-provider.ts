import type { Configuration, ServerMetadata } from 'openid-client'
import type { ArrivalFault, Provider } from './provider.ts'

const TIMEOUT_S = 5
const MAX_BYTES = 262_144
const KEPT_MS = 10 * 60_000
const ENDPOINTS: string[] = ['authorization_endpoint', 'token_endpoint', 'jwks_uri']
/** Clocks of servers differ by so much. */
const CLOCK_SECONDS = 30

/** A provider could not be asked, or what it said does not count. `cause` is for the log. */
export class ProviderFault extends Error {
  readonly fault: Extract<ArrivalFault, 'away' | 'denied' | 'untrue'>
  constructor(fault: ProviderFault['fault'], cause: unknown) {
    super(`${fault}: ${wordsOf(cause)}`, { cause })
    this.fault = fault
  }
}

type Thrown = { name?: string; code?: string; message?: string; error?: unknown; cause?: unknown }

/** The description of a failure in our libraries' words: a provider's texts may contain anything. */
function wordsOf(cause: unknown): string {
  const { name = 'Error', code = '', message = '', error, cause: inner } = (cause ?? {}) as Thrown
  const said = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : ''
  const words = [name, code, message, said].filter((word) => word !== '').join(' ')
  const vague = code === '' && inner instanceof Error
  return `${words}${vague ? `: ${wordsOf(inner)}` : ''}`.replace(/\p{Cc}/gu, ' ').slice(0, 300)
}

type Known = { metadata: Promise<ServerMetadata>; until: number }
const known = new Map<string, Known>()

/**
 * A provider, ready to be asked: what it says about itself is kept for ten minutes, its keys are read at each
 * use. Throws ProviderFault: it does not answer, or names another issuer.
 */
export async function openProvider(provider: Provider): Promise<Configuration> {
  const sso = await import('openid-client')
  const metadata = await metadataOf(provider)
  // A new one for each use: keys that it has read are not kept.
  const opened = new sso.Configuration(
    { ...metadata },
    provider.client_id,
    await clientOf(provider),
    await authOf(provider, metadata),
  )
  opened.timeout = TIMEOUT_S
  opened[sso.customFetch] = fetchSmall
  sso.enableNonRepudiationChecks(opened)
  if (isPlain(provider)) sso.allowInsecureRequests(opened)
  return opened
}

/** Asks the provider about itself again at the next use. */
export function forgetProvider(provider: Provider): void {
  known.delete(keyOf(provider))
}

function metadataOf(provider: Provider): Promise<ServerMetadata> {
  const kept = known.get(keyOf(provider))
  if (kept !== undefined && kept.until > Date.now()) return kept.metadata
  const metadata = discover(provider).catch((error: unknown) => {
    forgetProvider(provider)
    throw new ProviderFault('away', error)
  })
  known.set(keyOf(provider), { metadata, until: Date.now() + KEPT_MS })
  return metadata
}

async function discover(provider: Provider): Promise<ServerMetadata> {
  const { discovery, customFetch, allowInsecureRequests } = await import('openid-client')
  const found = await discovery(new URL(provider.issuer), provider.client_id, undefined, undefined, {
    timeout: TIMEOUT_S,
    [customFetch]: fetchSmall,
    ...(isPlain(provider) ? { execute: [allowInsecureRequests] } : {}),
  })
  const metadata = found.serverMetadata()
  if (metadata.issuer !== provider.issuer)
    throw new Error(`it names the issuer ${JSON.stringify(metadata.issuer.slice(0, 200))}`)
  const wrong = ENDPOINTS.filter((name) => !isEndpoint(metadata[name], provider))
  const { userinfo_endpoint: userinfo } = metadata
  if (userinfo !== undefined && !isEndpoint(userinfo, provider)) wrong.push('userinfo_endpoint')
  if (wrong.length > 0) throw new Error(`it names no usable ${wrong.join(', ')}`)
  return metadata
}

/** Whether this is an address that we call, or to which we send a browser: documents say anything. */
function isEndpoint(value: unknown, provider: Provider): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && isPlain(provider))
}

async function clientOf({ client_secret }: Provider) {
  const { clockTolerance } = await import('openid-client')
  return { ...(client_secret === null ? {} : { client_secret }), [clockTolerance]: CLOCK_SECONDS }
}

async function authOf({ client_secret }: Provider, metadata: ServerMetadata) {
  const { ClientSecretBasic, ClientSecretPost, None } = await import('openid-client')
  if (client_secret === null) return None()
  const methods: unknown = metadata.token_endpoint_auth_methods_supported
  return !Array.isArray(methods) || methods.includes('client_secret_basic')
    ? ClientSecretBasic(client_secret)
    : ClientSecretPost(client_secret)
}

/** At most this many bytes of a provider's response are read. */
async function fetchSmall(url: string, options: object): Promise<Response> {
  const answer = await fetch(url, options)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.byteLength
    if (size > MAX_BYTES) throw new Error('its response is too long')
    parts.push(part)
  }
  const { status, headers } = answer
  const empty = [204, 205, 304].includes(status) || status < 200
  return new Response(empty ? null : Buffer.concat(parts), { status, headers })
}

function isPlain({ issuer }: Provider): boolean {
  return issuer.startsWith('http:')
}

function keyOf({ issuer, client_id }: Provider): string {
  return `${issuer} ${client_id}`
}
