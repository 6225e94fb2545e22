import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { openWeb, type Web } from '../../../test/web.ts'
import { createWorld } from '../../../test/world.ts'
import { FIRST_FONT, FONT_FILES, FONT_RULES } from './fonts.ts'
import { STYLESHEET } from './stylesheet.ts'

const MOST_FONT_BYTES = 60_000

let web: Web

beforeAll(async () => {
  web = await openWeb(await createWorld())
})

test('fonts come from our server, uncompressed and cached forever', async () => {
  expect(FONT_FILES.size).toBe(6)
  for (const [path, file] of FONT_FILES) {
    const answer = await web.app.inject({ url: path, headers: { 'accept-encoding': 'br' } })
    expect(answer.headers['content-type']).toBe('font/woff2')
    expect(answer.headers['cache-control']).toBe('max-age=31536000, immutable')
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.rawPayload.equals(file.plain)).toBe(true)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(STYLESHEET.plain.toString()).toContain(`url(${path})`)
  }
})

test('a page with italics loads under 60 kB of fonts, and text never waits for them', () => {
  const loaded = [...FONT_FILES].filter(([path]) => path.includes('-latin-wght'))
  expect(loaded).toHaveLength(2)
  expect(loaded.reduce((sum, [, { plain }]) => sum + plain.length, 0)).toBeLessThan(MOST_FONT_BYTES)
  expect(FONT_RULES.match(/font-display:swap/g)).toHaveLength(6)
})

test('every page preloads its font', async () => {
  const plain = await web.app.inject('/help')
  expect(plain.body).toContain(`as="font" type="font/woff2" crossorigin="anonymous" href="${FIRST_FONT}"`)
  expect(plain.headers['content-encoding']).toBeUndefined()
})

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
])('a page for a browser that accepts "%s" is sent as %s', async (accepted, coding, unpack) => {
  const plain = await web.app.inject('/help')
  const packed = await web.app.inject({ url: '/help', headers: { 'accept-encoding': accepted } })
  expect(packed.headers).toMatchObject({
    'content-encoding': coding,
    vary: 'accept-language, accept-encoding',
  })
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  expect(unpack(packed.rawPayload).toString()).toBe(plain.body)
})
