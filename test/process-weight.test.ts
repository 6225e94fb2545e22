import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { POLL_TYPE_NAMES } from '../src/polls/types/index.ts'
import { installProgram, json, newDataDir, serve } from './process.ts'

installProgram()

/** What a page transfers to an empty cache, with headers and without fonts. */
const MOST_BYTES = 20_000
const STATUS_LINE = 'HTTP/1.1 200 OK\r\n'
const LOADED = /<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"/g

type Answer = { bytes: number; text: string }

async function fetchPacked(url: string, cookie = ''): Promise<Answer> {
  const asked = get(url, { headers: { cookie, 'accept-encoding': 'br' } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await answer.toArray())
  expect([url, answer.statusCode, answer.headers['content-encoding']]).toEqual([url, 200, 'br'])
  // Names and values: after each are two more characters. An empty line ends them.
  const head = answer.rawHeaders.reduce((sum, text) => sum + text.length + 2, STATUS_LINE.length + 2)
  return { bytes: head + body.length, text: String(brotliDecompressSync(body)) }
}

async function weigh(url: string, path: string, cookie: string): Promise<number> {
  const page = await fetchPacked(url + path, cookie)
  const files = [...page.text.matchAll(LOADED)].map(([, file]) => file ?? '')
  const loaded = await Promise.all(files.map((file) => fetchPacked(url + file)))
  return loaded.reduce((sum, { bytes }) => sum + bytes, page.bytes)
}

async function pathsIn(url: string, path: string, cookie: string): Promise<string[]> {
  const { text } = await fetchPacked(url + path, cookie)
  return [...new Set(text.match(/(?<=href=")\/[dp]\/\w{8}(?=["?#])/g))]
}

test('no page of the demo group that people read, vote or write on weighs more than 20 kB', async () => {
  const settings = { DATA_DIR: await newDataDir() }
  const { url } = await serve(settings)
  const { link } = await json<{ link: string }>(['demo'], settings)
  const entered = await fetch(`${url}/sign-in/link`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ k: link.split('k=')[1] ?? '' }),
    redirect: 'manual',
  })
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const group = '/g/elm-street'
  const lists = ['/', group, `${group}/threads`, `${group}/polls`, `${group}/decisions`, `${group}/members`]
  const found = await Promise.all([group, ...lists].map((path) => pathsIn(url, path, cookie)))
  const forms = POLL_TYPE_NAMES.map((type) => `/new-poll?group=elm-street&type=${type}`)
  const paths = [...new Set([...lists, ...found.flat(), ...forms, `${group}/new-thread`])]
  expect(paths.length).toBeGreaterThan(25)
  const weights = await Promise.all(
    paths.map(async (path): Promise<[string, number]> => [path, await weigh(url, path, cookie)]),
  )
  expect(weights.filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([])
})
