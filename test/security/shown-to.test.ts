import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { everyRow, SAME_ORIGIN } from '../web.ts'
import { FORMS } from './forms.ts'
import { ROWS } from './pages.ts'
import type { Row } from './routes.ts'
import { openStage, type Place } from './stage.ts'

/** Every form of the service, sent by another person than the one it was shown to. */

const stage = await openStage()
const { world, web, people } = stage.at

/** Forms that are not about the person whose page it is, and why. */
const WITHOUT: Record<string, string> = {
  '/sign-out': 'ends whichever session this browser has',
  '/language': 'of this browser',
  '/theme': 'of this browser',
  '/p/:key/not-me': 'makes this browser forget a link, whosever',
  '/d/:key/not-me': 'makes this browser forget a link, whosever',
  '/p/:key/receipt': 'takes the ballot of no person: it says nothing about its sender',
  '/vote': 'votes for the holder of an open link',
  '/unsubscribe': 'its token names the person',
  '/unsubscribe/undo': 'its token names the person',
  '/setup': 'its token names the person',
  '/join/confirm': 'its token names the person',
  '/join/code': 'signs in',
  '/sign-in': 'signs in',
  '/sign-in/code': 'signs in',
  '/sign-in/code/again': 'signs in',
  '/sign-in/link': 'signs in',
  '/sign-in/join': 'signs in',
  '/sign-in/with': 'signs in',
  '/sign-in/passkey': 'signs in',
  '/sign-in/passkey/options': 'signs in',
}

/** Forms that keep what was typed on their own page. */
const IN_ITS_PLACE = ['/p/:key/ballot', '/d/:key/comments']

const forms = ROWS.filter(({ method }) => method === 'POST')
const addressOf = ({ url }: Row, { params }: Place) =>
  url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')

async function sendShownTo(row: Row, place: Place, shown_to: number, more: Record<string, string> = {}) {
  const { cookie = '' } = await stage.headersOf('admin', place)
  // A file is sent as it comes, without fields that are read before it.
  const query = row.url === '/service/import/file' ? `?shown_to=${shown_to}` : ''
  return web.app.inject({
    method: 'POST',
    url: addressOf(row, place) + query,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...SAME_ORIGIN, cookie },
    payload: new URLSearchParams({ ...FORMS[row.url], ...more, shown_to: String(shown_to) }).toString(),
  })
}

/** What everyone may read in a public group has no forms. */
const PUBLIC = ['out', 'poll-out']
const refused = forms.filter(({ url, object }) => !(url in WITHOUT) && !PUBLIC.includes(object))

describe.each(refused.map((row) => [`${row.url} ${row.object}`, row] as const))('%s', (_, row) => {
  test('is refused if it was shown to somebody else, and writes nothing', async () => {
    const place = await stage.make(row.object)
    await stage.headersOf('admin', place)
    const before = await everyRow(world)
    for (const act of [{}, { act: 'keep' }, { act: 'preview' }, { act: 'discard' }]) {
      const answer = await sendShownTo(row, place, people.ben, act)
      expect([act, answer.statusCode]).toEqual([act, 409])
      if (!IN_ITS_PLACE.includes(row.url)) expect(answer.body).toContain('opened for another person')
    }
    expect(await everyRow(world)).toEqual(before)
    const own = await sendShownTo(row, place, people.ada)
    expect(own.body).not.toContain('opened for another person')
    await stage.restore()
  })
})

/** The forms of a page that change something, with their fields. */
const formsIn = (page: string) =>
  [...page.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)].filter(([, head]) => head?.includes('method="post"'))

/** The route that a form is sent to. */
function routeOf(head: string): string {
  const path = (/action="([^"]*)"/.exec(head)?.[1] ?? '').split(/[?#]/)[0] ?? ''
  const matches = ({ url }: Row) => new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`).test(path)
  return forms.find(({ url }) => url === path)?.url ?? forms.find(matches)?.url ?? `no route: ${path}`
}

const shown = ROWS.filter(({ method, url }) => method === 'GET' && !url.endsWith('/live'))

test.each(['admin', 'member', 'guest', 'voter', 'nobody'] as const)(
  'every form on every page for %s says for whom it was shown',
  async (who) => {
    const ids = { admin: people.ada, member: people.ben, ...stage.people, nobody: 0 }
    let met = 0
    for (const row of shown) {
      const place = await stage.make(row.object)
      const query = row.url === '/new-poll' ? `?${new URLSearchParams(FORMS[row.url])}` : ''
      const { cookie = '' } = await stage.headersOf(who, place)
      const answer = await web.app.inject({ url: addressOf(row, place) + query, headers: { cookie } })
      for (const [form, head = ''] of formsIn(answer.body)) {
        const marks = [...form.matchAll(/shown_to(?:" value="|=)(\d+)/g)].map(([, id]) => Number(id))
        const url = routeOf(head)
        if (who === 'nobody') expect([row.url, url, marks]).toEqual([row.url, url, []])
        else if (!(url in WITHOUT)) expect([row.url, url, marks]).toEqual([row.url, url, [ids[who]]])
        met += url in WITHOUT ? 0 : 1
      }
    }
    if (who !== 'nobody') expect(met).toBeGreaterThan(0)
  },
)

/** Components whose forms say it otherwise, or need not. */
const BY_HAND = [
  'joining/join-code-page.tsx',
  'joining/join-confirm-page.tsx',
  'open/open-ballot-part.tsx',
  'parts/layout.tsx',
  'parts/theme-part.tsx',
  // It carries it among all other fields that were sent.
  'parts/unsent-part.tsx',
  'receipts/receipt-part.tsx',
  'request/shown-to-part.tsx',
  'service/import-page.tsx',
  'sign-in/join-login-page.tsx',
  'sign-in/setup-page.tsx',
  'sign-in/sign-in-code-page.tsx',
  'sign-in/sign-in-link-page.tsx',
  'sign-in/sign-in-page.tsx',
  'words/language-part.tsx',
]

test('forms that change something are drawn by PostForm', () => {
  const web_folder = new URL('../../src/web/', import.meta.url)
  const files = readdirSync(web_folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  )
  const plain = files.filter((name) =>
    /<form\b[^>]*method="post"/.test(readFileSync(new URL(name, web_folder), 'utf8')),
  )
  expect(plain.sort()).toEqual(BY_HAND)
})
