import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atEnd } from './at-end.ts'
import { cookiesOf } from './sign-in.ts'
import { SAME_ORIGIN, type Web } from './web.ts'

/** The person signed in at the provider (null: it refuses), its claims about them, and how it misbehaves. */
export type Control = {
  account?: string | null
  claims?: Record<string, unknown>
  fault?: 'slow' | 'slow at the token' | 'broken' | 'huge' | 'somebody else' | 'other issuer' | null
  shift_ms?: number
  /** Browsers stay signed in there. */
  remembers?: boolean
  new_keys?: boolean
  /** The addresses to which it may redirect browsers. */
  addresses?: string[]
}

export type TestProvider = {
  issuer: string
  /** The settings of a service that uses it, as provider `acme`. */
  settings: Record<string, string>
  control(change: Control): Promise<void>
  /** Stops the provider. */
  kill(): void
}

const CALLBACK = '/sign-in/with/acme'

/** Starts oidc-provider in a process of its own. */
export async function openProviderProcess(public_url: string): Promise<TestProvider> {
  const script = fileURLToPath(new URL('provider-process.js', import.meta.url))
  const child = spawn(process.execPath, [script, `${public_url}${CALLBACK}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  atEnd(() => child.kill('SIGKILL'))
  const [line] = (await Promise.race([
    createInterface(child.stdout)
      [Symbol.asyncIterator]()
      .next()
      .then(({ value }) => [value]),
    new Promise((_, reject) => child.on('exit', () => reject(new Error('the provider did not start')))),
  ])) as [string]
  const { port } = JSON.parse(line) as { port: number }
  const issuer = `http://localhost:${port}`
  return {
    issuer,
    settings: {
      OIDC_ACME_ISSUER: issuer,
      OIDC_ACME_CLIENT_ID: 'folkmoot',
      OIDC_ACME_CLIENT_SECRET: 'a secret of the provider',
      OIDC_ACME_LABEL: 'Acme & Co',
    },
    control: async (change) =>
      void (await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(change) })),
    kill: () => void child.kill('SIGKILL'),
  }
}

/** A browser that visited the provider: the address to which it was redirected, and our cookies. */
export type Journey = { back: string; cookie: string }

/** `jar`: the cookies at the provider; `detour`: what the browser makes of the address there. */
type Wish = {
  cookie?: string
  path?: string
  next?: string
  jar?: Map<string, string>
  detour?: (url: string) => string
}

/** Presses the button of a form, and signs in at the provider with the account signed in there. */
export async function goThere(
  web: Web,
  { cookie = '', path = '/sign-in/with', next = '/', jar, detour = (url) => url }: Wish = {},
): Promise<Journey> {
  const sent = await web.post(path, { provider: 'acme', next }, { ...SAME_ORIGIN, cookie })
  const [, url] = /^0; url=(.*)$/.exec(String(sent.headers['refresh'])) ?? []
  if (url === undefined) throw new Error(`no way to the provider: ${sent.statusCode} ${sent.body}`)
  return { back: await throughProvider(detour(url), jar), cookie: joined(cookie, cookiesOf(sent)) }
}

/** The same, and follows the redirect back. */
export async function signInThere(web: Web, wish: Wish = {}) {
  const { back, cookie } = await goThere(web, wish)
  const answer = await web.get(back, cookie)
  return { answer, cookie: joined(cookie, cookiesOf(answer)), back }
}

/** Follows the provider's redirects until one leads back to the service. */
async function throughProvider(start: string, jar = new Map<string, string>()): Promise<string> {
  let url = start
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`the provider stopped: ${answer.status} ${await answer.text()}`)
    const to = new URL(location, url)
    if (to.pathname === CALLBACK) return `${to.pathname}${to.search}`
    url = to.href
  }
  throw new Error('the provider redirects for ever')
}

/** Both sets of cookies; the later value counts. */
function joined(...cookies: string[]): string {
  const pairs = cookies.flatMap((cookie) => cookie.split('; ')).filter((pair) => pair !== '')
  return [...new Map(pairs.map((pair) => [pair.split('=')[0], pair])).values()].join('; ')
}
