import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { atEnd } from './at-end.ts'

type Json = Record<string, unknown>
/** How an ID token is signed. `shared`: with the client's secret (HS256); `none`: not at all. */
type Signing = 'right' | 'shared' | 'none' | 'stranger'

/** How it lies. Functions get the correct values, and return the ones to send instead. */
export type Lies = {
  metadata?: (truth: Json) => unknown
  claims?: (truth: Json) => Json
  header?: (truth: Json) => Json
  signing?: Signing
  token?: (truth: Json) => unknown
  userinfo?: (truth: Json) => Json
  /** Responds to a path with something else. */
  answer?: Record<string, (request: IncomingMessage, response: ServerResponse) => void>
}

/** A provider that can make any claim about a person, and break every rule of the protocol. */
export type LyingProvider = {
  issuer: string
  settings: Record<string, string>
  /** Its claims about the next person. */
  person: Json
  lies: Lies
  /** The requested paths. */
  asked: string[]
  /** The address to which it redirects a browser that came by this one: with a valid code. */
  back(address: string): string
}

const SECRET = 'a secret of the lying provider'
const NAME = 'liar'

const url64 = (text: string | Buffer) => Buffer.from(text).toString('base64url')

/** Starts it in this process. */
export async function openLyingProvider(): Promise<LyingProvider> {
  const { own, stranger } = keys()
  const visits = new Map<string, { nonce: string; person: Json }>()
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  atEnd(() => void server.close())
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider: LyingProvider = {
    issuer,
    settings: {
      OIDC_LIAR_ISSUER: issuer,
      OIDC_LIAR_CLIENT_ID: 'folkmoot',
      OIDC_LIAR_CLIENT_SECRET: SECRET,
      OIDC_LIAR_LABEL: 'Liar',
    },
    person: {},
    lies: {},
    asked: [],
    back: (address) => {
      const asked = new URL(address).searchParams
      const code = randomUUID()
      visits.set(code, { nonce: asked.getAll('nonce').at(-1) ?? '', person: provider.person })
      const query = new URLSearchParams({ code, state: asked.getAll('state').at(-1) ?? '', iss: issuer })
      return `/sign-in/with/${NAME}?${query}`
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    provider.asked.push(path)
    const body = await bodyOf(request)
    const lie = provider.lies.answer?.[path]
    if (lie !== undefined) return lie(request, response)
    const truth = answers[path]?.(new URLSearchParams(body))
    response.writeHead(truth === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(truth ?? {}))
  }

  let last: Json = {}
  const answers: Record<string, (form: URLSearchParams) => unknown> = {
    '/.well-known/openid-configuration': () => {
      const truth = metadataOf(issuer)
      return provider.lies.metadata?.(truth) ?? truth
    },
    '/jwks': () => ({ keys: [own.jwk] }),
    '/token': (form) => {
      const visit = visits.get(form.get('code') ?? '') ?? { nonce: '', person: {} }
      const now = Math.floor(Date.now() / 1_000)
      last = { sub: 'mallory', ...visit.person }
      const truth = { iss: issuer, aud: 'folkmoot', iat: now, exp: now + 300, nonce: visit.nonce, ...last }
      const id_token = tokenOf(provider.lies.claims?.(truth) ?? truth)
      const token = { access_token: 'an access token', token_type: 'Bearer', expires_in: 300, id_token }
      return provider.lies.token?.(token) ?? token
    },
    '/me': () => provider.lies.userinfo?.(last) ?? last,
  }

  function tokenOf(claims: Json): string {
    const { signing = 'right', header = (truth) => truth } = provider.lies
    const alg = { right: 'RS256', stranger: 'RS256', shared: 'HS256', none: 'none' }[signing]
    const said = `${url64(JSON.stringify(header({ alg, kid: own.jwk['kid'] })))}.${url64(JSON.stringify(claims))}`
    return `${said}.${url64(signatureOf(said, signing))}`
  }

  function signatureOf(said: string, signing: Signing): Buffer {
    if (signing === 'none') return Buffer.alloc(0)
    if (signing === 'shared') return createHmac('sha256', SECRET).update(said).digest()
    return sign('sha256', Buffer.from(said), (signing === 'right' ? own : stranger).key)
  }

  return provider
}

// Generating them takes longer than a test.
let made: { own: Key; stranger: Key } | undefined
function keys() {
  made ??= { own: newKey(), stranger: newKey() }
  return made
}

type Key = { key: KeyObject; jwk: Json }

function newKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    key: privateKey,
    jwk: { ...publicKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' },
  }
}

function metadataOf(issuer: string): Json {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
