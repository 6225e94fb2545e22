// A real provider of OpenID Connect, in a process of its own: node provider-process.js REDIRECT_URI…
// Prints its port as one line of JSON. POST /control changes who is signed in there, and how it misbehaves.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

const realNow = Date.now
/**
 * `account` null: it refuses. `claims`: of that account. `fault`: what goes wrong. `remembers`: whether a
 * browser stays signed in there.
 */
const state = { account: 'ada', claims: {}, fault: null, shift_ms: 0, remembers: false }
Date.now = () => realNow() + state.shift_ms

let redirect_uris = process.argv.slice(2)
let issuer = ''
let provider
let answer

function makeKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }
}

/** Another one at the same address has other keys, and the same memory. */
function makeProvider() {
  provider = new Provider(issuer, {
    clients: [{ client_id: 'folkmoot', client_secret: 'a secret of the provider', redirect_uris }],
    jwks: { keys: [makeKey()] },
    cookies: { keys: [randomUUID()] },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...state.claims }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  answer = provider.callback()
}

/** The person is asked each time, unless it remembers: `account` may have changed. */
async function interact(request, response) {
  const result =
    state.account === null
      ? { error: 'access_denied', error_description: 'no longer here' }
      : { login: { accountId: state.account, remember: state.remembers } }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

async function control(request, response) {
  let text = ''
  for await (const part of request) text += part
  const { new_keys, addresses, ...changes } = JSON.parse(text)
  Object.assign(state, changes)
  redirect_uris = addresses ?? redirect_uris
  if (new_keys || addresses) makeProvider()
  response.end('{}')
}

/** Whether this request was answered, or never will be. */
function misbehaves({ url = '' }, response) {
  const of = (path) => url.startsWith(path)
  const json = (body) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    return true
  }
  const { fault } = state
  if (fault === 'slow at the token' && of('/token')) return true
  if (fault === 'slow' && of('/.well-known')) return true
  if (fault === 'broken' && of('/token')) {
    response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oops</h1>')
    return true
  }
  if (fault === 'huge' && of('/me')) return json({ sub: state.account, groups: 'x'.repeat(2_000_000) })
  if (fault === 'somebody else' && of('/me'))
    return json({ sub: 'mallory', email: 'ada@example.org', email_verified: true })
  if (fault === 'other issuer' && of('/.well-known'))
    return json({
      issuer: 'https://other.example',
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
    })
  return false
}

const server = createServer((request, response) => {
  const { url = '' } = request
  if (url === '/control') void control(request, response)
  else if (misbehaves(request, response)) return
  else if (url.startsWith('/interaction/')) void interact(request, response)
  else answer(request, response)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address()
  issuer = `http://localhost:${port}`
  makeProvider()
  process.stdout.write(`${JSON.stringify({ port })}\n`)
})
