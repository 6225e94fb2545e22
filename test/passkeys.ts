import { type Asked, type Authenticator, newAuthenticator } from './authenticator.ts'
import { cookiesOf, withCookie } from './sign-in.ts'
import { PUBLIC_URL, type Web } from './web.ts'

/** Requests a challenge for a browser with this `cookie`. Returns its cookies too. */
export async function askOptions(
  web: Web,
  path: '/sign-in/passkey' | '/account/passkeys',
  cookie = '',
): Promise<{ asked: Asked; cookie: string }> {
  const answer = await web.post(`${path}/options`, {}, withCookie(cookie))
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`)
  const own = [cookie, cookiesOf(answer)].filter((pairs) => pairs !== '').join('; ')
  return { asked: answer.json<Asked>(), cookie: own }
}

/** Adds a passkey in the browser with the given cookie. */
export async function addOwnPasskey(
  web: Web,
  session: string,
  { name = 'Phone', counts = true }: { name?: string; counts?: boolean } = {},
): Promise<Authenticator> {
  const device = newAuthenticator(PUBLIC_URL, counts)
  const { asked, cookie } = await askOptions(web, '/account/passkeys', session)
  const fields = { name, answer: device.make(asked) }
  const answer = await web.post('/account/passkeys', fields, withCookie(cookie))
  if (answer.statusCode !== 303) throw new Error(`${answer.statusCode} ${answer.body}`)
  return device
}
