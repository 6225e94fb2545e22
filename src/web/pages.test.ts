import { beforeAll, describe, expect, test } from 'vitest'
import { ask, sessionOf } from '../../test/sign-in.ts'
import { makePoll, makeThread } from '../../test/tell.ts'
import { keyOf, openWeb, SAME_ORIGIN, tokenFor, type Web } from '../../test/web.ts'
import { addMembers, createWorld, type World } from '../../test/world.ts'
import { apiDocument } from '../api/describe.ts'
import { bodySchema } from '../api/document.ts'
import { explain, REFUSAL_CODES } from '../http/problem.ts'
import { onPage } from '../locales/say.ts'
import { STYLESHEET_PATH } from './assets/stylesheet.ts'

const SCRIPT = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'

const TAG = /<([a-zA-Z][^\s/>]*)((?:[^>"]|"[^"]*")*)>/g
const TAGS =
  'html head meta title link body a header main nav ol ul li div aside footer section h1 h2 h3 p span strong em bdi br i time dl dt dd svg circle path rect text form input button table caption thead tbody tr th td code kbd pre figure figcaption details summary fieldset legend label textarea select option optgroup article'.split(
    ' ',
  )

let world: World
let web: Web
let ben: number

beforeAll(async () => {
  world = await createWorld()
  ;[ben = 0] = await addMembers(world)
  web = await openWeb(world)
})

/** Every page, by URL; personal ones with the cookie of their link. */
async function everyPage(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const keep = async (url: string, cookie?: string) => pages.set(url, (await web.get(url, cookie)).body)
  for (const url of [
    '/',
    '/help',
    '/help/voting',
    '/help/facilitating',
    '/help/api',
    '/help/mcp',
    '/nowhere',
    '/p/%zz',
    '/unsubscribe?k=no',
  ])
    await keep(url)
  const session = await sessionOf(world, ben, SCRIPT)
  for (const url of ['/account', '/account/name?next=/help', '/?']) await keep(url, session)
  const { cookie } = await ask(web, 'ben@mill.example')
  await keep('/sign-in/code', cookie)
  for (const url of ['/sign-in', '/sign-in/link?k=no', '/setup?k=no']) await keep(url)
  for (const code of REFUSAL_CODES) await keep(`/help/errors/${code}`)
  const poll_id = await makePoll(world, {
    settings: { title: SCRIPT, details: SCRIPT, poll_type: 'poll' },
    options: [SCRIPT, 'b'],
  })
  const html_id = await makePoll(world, {
    settings: { details: `<p onclick="x()">${SCRIPT}</p><style>*{}</style>`, details_format: 'html' },
  })
  const discussion_id = await makeThread(world, {}, SCRIPT)
  await world.db.pool.query('update discussions set description = $1', [SCRIPT])
  for (const id of [poll_id, html_id]) {
    const path = `/p/${await keyOf(world, 'polls', id)}`
    pages.set(
      path,
      (await web.follow(path, await tokenFor(world, 'ballot', { user_id: ben, poll_id: id }))).page.body,
    )
  }
  const thread = `/d/${await keyOf(world, 'discussions', discussion_id)}`
  pages.set(
    thread,
    (await web.follow(thread, await tokenFor(world, 'thread', { user_id: ben, discussion_id }))).page.body,
  )
  const invitation = await tokenFor(world, 'invitation', { user_id: ben })
  pages.set('/g/mill-lane', (await web.follow('/g/mill-lane', invitation)).page.body)
  await keep(`/unsubscribe?k=${await tokenFor(world, 'unsubscribe', { user_id: ben })}`)
  return pages
}

describe('every page', () => {
  let pages: Map<string, string>

  beforeAll(async () => {
    await world.db.pool.query('update users set name = $1 where not bot', [SCRIPT])
    await world.db.pool.query('update groups set name = $1, description = $1', [SCRIPT])
    pages = await everyPage()
  })

  test('escapes user text', () => {
    for (const [url, body] of pages) {
      // User text must not add to our own scripts, which are files.
      const written = body.replaceAll(
        /<script type="module" src="\/assets\/[a-z-]+-[0-9a-f]{12}\.js"><\/script>/g,
        '',
      )
      for (const [, tag = '', attributes = ''] of written.matchAll(TAG)) {
        expect(TAGS, url).toContain(tag)
        expect(attributes.replace(/"[^"]*"/g, '""'), url).not.toMatch(/\s(on\w+|style|srcdoc)=/i)
        expect(attributes, url).not.toMatch(/="\s*javascript:/i)
      }
    }
    expect(pages.get('/g/mill-lane')).toContain('&lt;script>alert(1)&lt;/script>')
  })

  test('has neither inline style nor inline script, one heading, a title and a language', () => {
    for (const [url, body] of pages) {
      expect(body, url).not.toMatch(/<[^>]+\sstyle=/i)
      expect(body.match(/<h1[ >]/g), url).toHaveLength(1)
      expect(body, url).toMatch(
        /^<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"\s?\/?><title>[^<]+ · Folkmoot<\/title>/,
      )
      expect(body, url).toContain(`href="${STYLESHEET_PATH}"`)
    }
  })

  test('links only to addresses that exist', async () => {
    const links = new Set(
      [...pages.values()].flatMap((body) =>
        [...body.matchAll(/ href="(\/[^"#]*)"/g)].map(([, to]) => to ?? ''),
      ),
    )
    expect(links.size).toBeGreaterThan(20)
    const session = await sessionOf(world, ben)
    for (const link of links) {
      const open = (await web.get(link)).statusCode === 200
      expect(open || (await web.get(link, session)).statusCode === 200, link).toBe(true)
    }
  })

  test('links within the page only to anchors that exist, and every id is unique', () => {
    for (const [url, body] of pages) {
      const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect(ids.length, url).toBe(new Set(ids).size)
      for (const [, to] of body.matchAll(/(?:href="#|aria-labelledby=")([^"]+)"/g))
        expect(ids, `${url} ${to}`).toContain(to)
    }
  })
})

test('every document has the strict policy, and no response may be taken for another type', async () => {
  const answers = [
    await web.get('/'),
    await web.get('/nowhere'),
    await web.get('/p/%zz'),
    await web.get('/favicon.svg'),
    await web.get('/sw.js'),
    await web.post('/g/x/join', {}, {}),
  ]
  for (const { headers } of answers) {
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(
      /default-src 'none'; style-src 'self'; .*base-uri 'none'; frame-ancestors 'none'/,
    )
    expect(headers['content-security-policy']).not.toContain('unsafe')
    const isPage = String(headers['content-type']).startsWith('text/html')
    expect(headers['referrer-policy']).toBe(isPage ? 'same-origin' : 'no-referrer')
  }
  expect((await web.get('/')).headers['cache-control']).toBe('no-store')
  const { headers } = await web.get(STYLESHEET_PATH)
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['content-security-policy']).toBeUndefined()
})

describe('errors as pages', () => {
  test('an internal error shows its request id and nothing else', async () => {
    const broken = await openWeb({
      db: { ...world.db, pool: { query: () => Promise.reject(new Error('secret detail')) } },
    } as unknown as World)
    const answer = await broken.get(`/unsubscribe?k=${'x'.repeat(32)}`)
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.body).toContain(String(answer.headers['x-request-id']))
    expect(answer.body).not.toContain('secret detail')
  })

  test('bad addresses, types and methods get pages too', async () => {
    expect((await web.get('/help?a=%ff')).statusCode).toBe(200)
    expect((await web.get('/p/AAAAAAA9?k=%ff')).statusCode).toBe(400)
    const typed = await web.post('/unsubscribe', { k: 'x' }, { ...SAME_ORIGIN, 'content-type': 'text/plain' })
    expect([typed.statusCode, typed.headers['content-type']]).toEqual([415, 'text/html; charset=utf-8'])
    expect((await web.post('/', {})).statusCode).toBe(404)
  })

  test('the API sends JSON to programs, whatever they accept', async () => {
    const answer = await web.get('/api/b1/polls/1')
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect((await web.get('/api/nowhere')).headers['content-type']).toContain('application/problem+json')
  })
})

describe('help', () => {
  test('there is a page for every code, and none for other codes', async () => {
    for (const code of REFUSAL_CODES) {
      const { status, title, fix } = onPage('en', () => explain(code))
      const page = await web.get(`/help/errors/${code}`)
      expect(page.statusCode).toBe(200)
      for (const words of [code, String(status), title, fix]) expect(decoded(page.body)).toContain(words)
    }
    for (const code of ['nothing', 'constructor', '__proto__', 'toString']) {
      expect((await web.get(`/help/errors/${code}`)).statusCode).toBe(404)
    }
  })

  test('the API page shows everything in the document', async () => {
    const page = await web.get('/help/api')
    const text = decoded(page.body)
    const document = apiDocument(web.app)
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { operationId, description = '' }] of Object.entries(operations)) {
        expect(text).toContain(`${method.toUpperCase()} ${path}`)
        expect(text).toContain(`id="${operationId}"`)
        expect(text).toContain(description)
      }
    }
    const fields =
      bodySchema(document.paths['/api/b1/polls']?.['post'] ?? { responses: {} })?.properties ?? {}
    expect(Object.keys(fields).length).toBeGreaterThan(10)
    for (const field of Object.keys(fields)) expect(text).toContain(`<code>${field}</code>`)
    for (const words of [
      'curl https://moot.example/api/b1/polls',
      'Idempotency-Key',
      '1,200 requests per minute',
      'Folkmoot-Ignored-Fields',
      'When left out: <code>"md"</code>',
    ])
      expect(text).toContain(words)
  })

  test('the page says so if no limit is set', async () => {
    const free = await openWeb(world, { API_RATE_LIMIT: '0' })
    expect((await free.get('/help/api')).body).toContain('does not limit the number of requests')
  })
})

function decoded(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
