import { get } from 'node:http'
import { describe, expect, test } from 'vitest'
import { formUrls } from '../../src/web/page-of-form.ts'
import { PAGES } from '../../src/web/pages.ts'
import { openPage } from '../../src/web/visits/page.ts'
import { atEnd } from '../at-end.ts'
import { openProviderProcess } from '../provider.ts'
import { PUBLIC_URL, SAME_ORIGIN, seen } from '../web.ts'
import { FORMS } from './forms.ts'
import { cellsFor, ROWS, rowsBeside } from './pages.ts'
import { type Row, routesOf } from './routes.ts'
import { ACTORS, type ActorName, MARK, openStage, type Place } from './stage.ts'

/** Every actor at every page and form of the running server, against one table. */

const stage = await openStage((await openProviderProcess(PUBLIC_URL)).settings)
const { app } = stage.at.web
const base = await app.listen({ port: 0, host: '127.0.0.1' })
const rows = ROWS

type Met = { status: number; location: string; body: string; seen: string }

/** URLs of the same form for missing records. */
const NOBODYS: Record<string, string> = {
  key: 'AAAAAAA9',
  handle: 'no-such-group',
  id: '999999',
  delivery: '999999',
  poll: 'AAAAAAA8',
}

const addressOf = ({ url }: Row, params: Record<string, string>) =>
  // Without an end, an address with a slash there leads to the page above.
  url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? NOBODYS[name] ?? '')

async function meet({ method, url }: Row, address: string, headers: Record<string, string>): Promise<Met> {
  // Streams do not end; others are injected in process.
  if (url.endsWith('/live')) return meetStream(address, headers)
  const sent = new URLSearchParams(FORMS[url]).toString()
  const answer = await app.inject({
    method: method as 'GET' | 'POST',
    url: method === 'GET' && url === '/new-poll' ? `${address}?${sent}` : address,
    headers: { accept: 'text/html', ...(method === 'POST' ? FORM : {}), ...headers },
    ...(method === 'POST' && { payload: sent }),
  })
  const { statusCode: status, body } = answer
  return { status, location: String(answer.headers.location ?? ''), body, seen: seen(answer) }
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded', ...SAME_ORIGIN }

function meetStream(address: string, headers: Record<string, string>): Promise<Met> {
  return new Promise((resolve, reject) => {
    get(base + address, { headers, agent: false }, (response) => {
      response.destroy()
      resolve({ status: response.statusCode ?? 0, location: '', body: '', seen: '' })
    }).on('error', reject)
  })
}

function cellOf({ status, location }: Met): string {
  if (status === 404) return '.'
  if (status === 403) return '-'
  if (location.startsWith('/sign-in')) return '>'
  if (status >= 500) return String(status)
  return status < 400 ? 'y' : '!'
}

/** The results for each actor; used-up records are made again for the next. */
async function cellsOf(row: Row): Promise<string> {
  let place: Place | null = null
  const cells: string[] = []
  for (const who of ACTORS) {
    place ??= await stage.make(row.object)
    const cell = await ask(row, who, place)
    cells.push(cell)
    if (row.method === 'GET' || !'y!'.includes(cell)) continue
    place = null
    await stage.restore()
  }
  return cells.join(' ')
}

async function ask(row: Row, who: ActorName, place: Place): Promise<string> {
  const headers = await stage.headersOf(who, place)
  const found = await meet(row, addressOf(row, place.params), headers)
  const cell = cellOf(found)
  if ('.->'.includes(cell)) expect(found.body, who).not.toContain(MARK)
  if (cell === '.') {
    const never = await meet(row, addressOf(row, NOBODYS), headers)
    expect(plain(found.seen, place.params), who).toBe(plain(never.seen, NOBODYS))
  }
  return cell
}

/** Without the parts of the requested URL. */
function plain(text: string, params: Record<string, string>): string {
  return Object.values(params).reduce(
    (left, part) => left.replaceAll(`/${part}/`, '//').replaceAll(`%2F${part}`, '%2F'),
    text,
  )
}

describe('access', () => {
  test.each(rows.map((row) => [`${row.method} ${row.url} ${row.object}`, row] as const))(
    '%s',
    async (_, row) => {
      const cells = await cellsOf(row)
      expect(row.declared === true ? cells.replaceAll('!', 'y') : cells).toBe(row.cells)
    },
  )

  test('every page and form of the server is tested', () => {
    const named = ({ method, url }: { method: string; url: string }) => `${method} ${url}`
    // To GET they answer everyone alike, with the page above them: `page-of-form.test.ts`.
    const forms = new Set(formUrls(PAGES))
    const served = routesOf(app)
      .filter(({ url }) => !/^\/(assets\/|api\/|mcp$)/.test(url))
      .filter(({ method, url }) => method !== 'GET' || !forms.has(url))
    expect([...new Set(rows.map(named))].sort()).toEqual(served.map(named).sort())
  })

  test('a page admits nobody whom its definition refuses', () => {
    const wide = PAGES.flatMap(({ path, who }) => {
      const { object, cells } = cellsFor(who)
      const said = cells.split(' ')
      return rows
        .filter((row) => row.method === 'GET' && row.url === path && row.object === object)
        .filter((row) => row.cells.split(' ').some((cell, at) => cell === 'y' && said[at] !== 'y'))
        .map((row) => `${row.url}: ${row.cells}`)
    })
    expect(wide).toEqual([])
  })

  test('a page without a row is tested by its definition', () => {
    const added = openPage({
      path: '/g/:handle/never-made',
      who: { group: 'administer' },
      show: async () => '',
      acts: { '/g/:handle/never-made': async () => '' },
    })
    const declared = { object: '-', cells: '. . . . . . . . - - y', declared: true }
    expect(rowsBeside(rows, [...PAGES, added])).toEqual([
      { method: 'GET', url: '/g/:handle/never-made', ...declared },
      { method: 'POST', url: '/g/:handle/never-made', ...declared },
    ])
  })

  test('the content hidden from refused actors is shown to others', async () => {
    const place = await stage.make('open')
    const { body } = await app.inject({
      url: `/p/${place.params['key']}`,
      headers: { accept: 'text/html', ...(await stage.headersOf('member', place)) },
    })
    expect(body).toContain(MARK)
  })
})

test('the routes are read from the running server: a new one would be found', async () => {
  const { default: Fastify } = await import('fastify')
  const other = Fastify()
  atEnd(() => other.close())
  for (const url of ['/', '/p/:key', '/p/:key/close', '/p/closed', '/g/:handle/x/:id/y'])
    other.get(url, () => '')
  other.post('/p/:key', () => '')
  await other.ready()
  expect(
    routesOf(other)
      .map(({ method, url }) => `${method} ${url}`)
      .sort(),
  ).toEqual([
    'GET /',
    'GET /g/:handle/x/:id/y',
    'GET /p/:key',
    'GET /p/:key/close',
    'GET /p/closed',
    'POST /p/:key',
  ])
})
