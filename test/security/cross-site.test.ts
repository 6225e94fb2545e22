import { describe, expect, test } from 'vitest'
import { everyRow, PUBLIC_URL, SAME_ORIGIN } from '../web.ts'
import { FORMS } from './forms.ts'
import { ROWS } from './pages.ts'
import type { Row } from './routes.ts'
import { openStage, type Place } from './stage.ts'

/** Every form of the service, submitted by another site in the name of a signed-in person. */

const stage = await openStage()
const { world, web } = stage.at
const forms = ROWS.filter(({ method }) => method === 'POST')

/** The headers that browsers send with a form of another site. */
const FOREIGN: Record<string, Record<string, string>> = {
  'another site': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'another site, in an old browser': { origin: 'https://evil.example' },
  'a site beside ours': { origin: 'https://evil.moot.example', 'sec-fetch-site': 'same-site' },
  'a name that begins like ours': { origin: `${PUBLIC_URL}.evil.example` },
  'our name without https': { origin: 'http://moot.example' },
  'our name at another port': { origin: `${PUBLIC_URL}:8443` },
  'a page without an origin': { origin: 'null' },
  'another site that claims our origin': { origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site' },
  nowhere: {},
  'the address bar': { 'sec-fetch-site': 'none' },
}

async function send({ url }: Row, { params }: Place, headers: Record<string, string>, cookie: string) {
  return web.app.inject({
    method: 'POST',
    url: url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? ''),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers, cookie },
    payload: new URLSearchParams(FORMS[url]).toString(),
  })
}

/** The status of a response, with its error code. */
function refusal({ statusCode, body }: { statusCode: number; body: string }): string {
  return `${statusCode} ${/"code":"(\w+)"/.exec(body)?.[1] ?? body}`
}

describe.each(forms.map((row) => [`${row.url} ${row.object}`, row] as const))('%s', (_, row) => {
  test('is accepted from our own pages only, and others write nothing', async () => {
    const place = await stage.make(row.object)
    const cookie = `${(await stage.headersOf('admin', place))['cookie']}; __Secure-folkmoot_link=${place.token}`
    const before = await everyRow(world)
    for (const [whence, headers] of Object.entries(FOREIGN))
      expect(refusal(await send(row, place, headers, cookie)), whence).toBe('403 other_origin')
    expect(await everyRow(world)).toEqual(before)
    expect(refusal(await send(row, place, SAME_ORIGIN, cookie))).not.toContain('other_origin')
    await stage.restore()
  })
})

test('the comparison detects that a form of ours writes', async () => {
  const row = forms.find(({ url }) => url === '/d/:key/comments')
  const place = await stage.make('thread')
  const before = await everyRow(world)
  const { cookie = '' } = await stage.headersOf('admin', place)
  expect((await send(row as Row, place, SAME_ORIGIN, cookie)).statusCode).toBe(303)
  expect(await everyRow(world)).not.toEqual(before)
})

test('reading any page writes nothing', async () => {
  for (const row of ROWS.filter(({ method, url }) => method === 'GET' && !url.endsWith('/live'))) {
    const place = await stage.make(row.object)
    const { cookie = '' } = await stage.headersOf('admin', place)
    const before = await everyRow(world)
    const url = row.url.replace(/:(\w+)/g, (_, name: string) => place.params[name] ?? '')
    for (const method of ['GET', 'HEAD'] as const)
      expect((await web.app.inject({ method, url, headers: { cookie } })).statusCode).toBeLessThan(500)
    expect(await everyRow(world), row.url).toEqual(before)
  }
})
