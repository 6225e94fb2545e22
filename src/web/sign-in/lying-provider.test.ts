import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Lies, type LyingProvider, openLyingProvider } from '../../../test/lying-provider.ts'
import { cookiesOf, openSignInWorld, rowsIn } from '../../../test/sign-in.ts'
import { openWeb, type Web } from '../../../test/web.ts'
import type { World } from '../../../test/world.ts'

let world: World
let web: Web
let liar: LyingProvider

beforeAll(async () => {
  ;({ world } = await openSignInWorld())
})

beforeEach(async () => {
  liar = await openLyingProvider()
  liar.person = { sub: 'oda', email: 'oda@new.example', email_verified: true, name: 'Oda' }
  web = await openWeb(world, liar.settings)
  await world.db.pool.query('truncate identities, provider_attempts, attempts, sign_ins cascade')
  await world.db.pool.query("delete from sessions; delete from users where email like '%@new.example'")
})

/** Visits the provider and returns from it. Returns the status of the last page. */
async function signIn(lies: Lies = {}): Promise<number> {
  liar.lies = lies
  const sent = await web.post('/sign-in/with', { provider: 'liar', next: '/' })
  const refresh = /^0; url=(.*)$/.exec(String(sent.headers['refresh']))?.[1]
  if (refresh === undefined) return sent.statusCode
  return (await web.get(liar.back(refresh), cookiesOf(sent))).statusCode
}

test('a correct response signs in', async () => {
  expect(await signIn()).toBe(303)
  expect(await rowsIn(world, 'sessions')).toBe(1)
})

type Claims = Parameters<NonNullable<Lies['claims']>>[0]
const without =
  (name: string) =>
  ({ [name]: _, ...claims }: Claims) =>
    claims

describe('nobody is signed in by an ID token', () => {
  test.each<[string, Lies]>([
    ['without a signature', { signing: 'none' }],
    ['without a signature, if the provider says it uses none', onlyAlgorithm('none', 'none')],
    ['signed with the client secret', { signing: 'shared' }],
    ['signed with the client secret, if the provider says so', onlyAlgorithm('shared', 'HS256')],
    ['signed with a key of somebody else', { signing: 'stranger' }],
    ['for another client', { claims: (claims) => ({ ...claims, aud: 'other' }) }],
    ['for several clients, issued to another', { claims: (claims) => ({ ...claims, ...FOR_TWO, azp: 'x' }) }],
    ['for several clients, issued to nobody', { claims: (claims) => ({ ...claims, ...FOR_TWO }) }],
    ['of another issuer', { claims: (claims) => ({ ...claims, iss: `${claims['iss']}/` }) }],
    ['with another nonce', { claims: (claims) => ({ ...claims, nonce: 'another' }) }],
    ['without a nonce', { claims: without('nonce') }],
    ['without an end', { claims: without('exp') }],
    ['without a subject', { claims: without('sub') }],
    ['with a subject that is no text', { claims: (claims) => ({ ...claims, sub: { oda: true } }) }],
    ['that is not there', { token: without('id_token') }],
  ])('%s', async (_, lies) => {
    expect(await signIn(lies)).toBe(502)
    expect(await rowsIn(world, 'sessions')).toBe(0)
    expect(await rowsIn(world, 'identities')).toBe(0)
  })
})

const FOR_TWO = { aud: ['folkmoot', 'other'] }

function onlyAlgorithm(signing: Lies['signing'] & string, name: string): Lies {
  return { signing, metadata: (truth) => ({ ...truth, id_token_signing_alg_values_supported: [name] }) }
}

describe('a provider that describes itself wrongly gets a clear page', () => {
  test.each<[string, Record<string, unknown>]>([
    ['an address for signing in that would run a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['an address that is a number', { authorization_endpoint: 5 }],
    ['an address that is null', { token_endpoint: null }],
    ['an address of another protocol', { token_endpoint: 'file:///etc/passwd' }],
    ['no keys', { jwks_uri: undefined }],
    ['an address of userinfo that is none', { userinfo_endpoint: 'me' }],
    ['another issuer', { issuer: 'https://other.example' }],
  ])('%s', async (_, lie) => {
    expect(await signIn({ metadata: (truth) => ({ ...truth, ...lie }) })).toBe(503)
    // It works as soon as the provider responds correctly again.
    expect(await signIn()).toBe(303)
  })

  test.each([[5], ['none'], [{}]])('but ways to log in that are no list do no harm: %j', async (methods) => {
    const metadata: Lies['metadata'] = (truth) => ({
      ...truth,
      token_endpoint_auth_methods_supported: methods,
    })
    expect(await signIn({ metadata })).toBe(303)
  })
})

test.each(['/.well-known/openid-configuration', '/token', '/jwks'])(
  'a redirect of %s is not followed',
  async (path) => {
    const answer = { [path]: redirectTo(`${liar.issuer}/elsewhere`) }
    expect(await signIn({ answer })).toBe(503)
    expect(liar.asked).toContain(path)
    expect(liar.asked).not.toContain('/elsewhere')
  },
)

function redirectTo(location: string): NonNullable<Lies['answer']>[string] {
  return (_, response) => void response.writeHead(307, { location }).end()
}
