import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { transform } from 'lightningcss'
import { beforeAll, describe, expect, test } from 'vitest'
import { openWeb, type Web } from '../../test/web.ts'
import { createWorld } from '../../test/world.ts'
import { FIRST_FONT } from './assets/fonts.ts'
import { iconPath } from './assets/icons.ts'
import { islandPath } from './assets/islands.ts'
import { STYLESHEET, STYLESHEET_PATH, sheetsPath } from './assets/stylesheet.ts'

const MOST_CSS_BYTES = 5_000

let web: Web

beforeAll(async () => {
  web = await openWeb(await createWorld())
})

describe('files', () => {
  test('the stylesheet is small, compressed and cached forever', async () => {
    const answer = await web.app.inject({
      url: STYLESHEET_PATH,
      headers: { 'accept-encoding': 'gzip, deflate, br' },
    })
    expect(answer.headers['cache-control']).toBe('max-age=31536000, immutable')
    expect(answer.headers['content-encoding']).toBe('br')
    // In the format that the build writes.
    const { code, warnings } = transform({ filename: '', code: STYLESHEET.plain, minify: true })
    expect(warnings).toEqual([])
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(MOST_CSS_BYTES)
    expect(answer.rawPayload.length).toBeLessThan(gzipSync(STYLESHEET.plain).length)
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(STYLESHEET.plain.toString())
    const gzip = await web.app.inject({ url: STYLESHEET_PATH, headers: { 'accept-encoding': 'gzip' } })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(STYLESHEET.plain.toString())
    expect((await web.app.inject(STYLESHEET_PATH)).body).toBe(STYLESHEET.plain.toString())
  })

  test.each([
    ['stylesheet', STYLESHEET_PATH],
    ['sheet', sheetsPath(['files'])],
    ['sheets', sheetsPath(['tabs', 'files'])],
    ['script', islandPath('live')],
    ['font', FIRST_FONT],
    ['icon', iconPath('badge')],
  ])(
    'a page of another version that asks for its %s gets the one of this version, which nobody keeps',
    async (_, path) => {
      const current = await web.get(path)
      expect(current.headers['cache-control']).toContain('immutable')
      const answer = await web.get(path.replace(/-[0-9a-f]{12}\./, '-000000000000.'))
      expect(answer.statusCode).toBe(200)
      expect(answer.rawPayload.equals(current.rawPayload)).toBe(true)
      const { date } = answer.headers
      expect(answer.headers).toEqual({ ...current.headers, date, 'cache-control': 'no-store' })
    },
  )

  test.each([
    'nothing-000000000000.css',
    'folkmoot-000000000000.js',
    'folkmoot-0.css',
    'folkmoot.css',
    'files.tabs-000000000000.css',
    'files.files-000000000000.css',
    '.files-000000000000.css',
    'toString-000000000000.js',
    '%2E%2E%2Fpages-000000000000.js',
  ])('there is no /assets/%s', async (name) => {
    const { statusCode, headers } = await web.get(`/assets/${name}`)
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
  })

  test('robots may only visit pages that may be public, and there is an icon for the tab', async () => {
    const allowed = ['g', 'd', 'p', 'assets'].map((room) => `Allow: /${room}/\n`).join('')
    expect((await web.get('/robots.txt')).body).toBe(`User-agent: *\n${allowed}Disallow: /\n`)
    const mark = await web.get('/favicon.svg')
    expect(mark.headers['content-type']).toBe('image/svg+xml')
    expect(mark.body).toMatch(/^<svg xmlns/)
  })
})
