import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach } from 'vitest'
import { importUploads } from '../src/imports/uploads/import-uploads.ts'
import { atEnd } from './at-end.ts'
import { type GroupWorld, openGroupWorld, type Who } from './group-web.ts'
import { makeExport } from './loomio.ts'
import { lines } from './loomio-records.ts'
import { SAME_ORIGIN } from './web.ts'

/** The page on which admins of the service import files: a service for a test file, without imports before each test. */

export let at: GroupWorld
export let data_dir: string
let port: number

/** Opens it for the tests of a file. */
export function openImportPage(): void {
  beforeAll(async () => {
    data_dir = await mkdtemp(join(tmpdir(), 'folkmoot-uploads-'))
    atEnd(() => rm(data_dir, { recursive: true, force: true }))
    at = await openGroupWorld({ DATA_DIR: data_dir })
    await at.web.app.listen({ port: 0, host: '127.0.0.1' })
    port = (at.web.app.server.address() as AddressInfo).port
  })

  beforeEach(async () => {
    await at.world.db.pool.query('delete from imports')
    for (const name of await files()) await rm(join(data_dir, 'imports', name))
  })
}

export const text = lines(makeExport({ threads: 6, comments: 30, rounds: 1 }))
export const page = async () => (await at.get('/service/import', 'ada')).body
export const words = async () => (await page()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
export const files = () => readdir(join(data_dir, 'imports')).catch(() => [])
export const work = () => importUploads(at.world.db, data_dir)
export const step = async (name: string, who: Who = 'ada') =>
  at.post('/service/import', who, { step: name, id: String((await state())?.id ?? '') })
export const state = async () =>
  (await at.world.db.pool.query('select * from imports order by id desc')).rows[0]

/** Until the last import is in this state, or in any. */
export async function until(wanted?: string): Promise<void> {
  for (
    let last = await state();
    last === undefined || (wanted && last.state !== wanted);
    last = await state()
  )
    await sleep(10)
}

export const BOUNDARY = 'x-boundary-7'
export const formOf = (content: string | Buffer, name = 'our group.json') =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="other"\r\n\r\nvalue\r\n`),
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n`),
    Buffer.from('Content-Type: application/json\r\n\r\n'),
    Buffer.from(content),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

export const HEADERS = {
  ...SAME_ORIGIN,
  accept: 'text/html',
  'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
}

export async function cookieOf(who: Who): Promise<string> {
  return String((await at.get('/account', who)).raw.req.headers['cookie'])
}

type Sent = { status: number; location: string | undefined }

/** Sends chunks over a real connection; `cuts`: and breaks it off once the import exists. */
export async function send(
  chunks: Iterable<Buffer>,
  {
    who = 'ada',
    headers = {},
    cuts = false,
  }: { who?: Who; headers?: Record<string, string>; cuts?: boolean } = {},
): Promise<Sent | null> {
  const cookie = await cookieOf(who)
  return new Promise((resolve) => {
    const sent = request({
      port,
      method: 'POST',
      path: '/service/import/file',
      headers: { ...HEADERS, cookie, ...headers },
    })
    sent.once('response', (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, location: answer.headers.location })
    })
    sent.once('error', () => resolve(null))
    void (async () => {
      for (const chunk of chunks)
        if (!sent.destroyed && !sent.write(chunk))
          await new Promise((next) => sent.once('drain', next).once('close', next))
      if (!cuts) return sent.end()
      await until()
      return sent.destroy()
    })()
  })
}

/** An upload of which this many bytes are sent; `finish` sends the rest, and returns the status of the answer. */
export async function beginUpload(
  form: Buffer,
  { who = 'ada', bytes = 20_000 }: { who?: Who; bytes?: number } = {},
) {
  const open = request({
    port,
    method: 'POST',
    path: '/service/import/file',
    headers: { ...HEADERS, cookie: await cookieOf(who), 'content-length': `${form.length}` },
  })
  const answered = once(open, 'response').then(([answer]) => answer.resume().statusCode)
  open.write(form.subarray(0, bytes))
  return {
    finish: () => {
      open.end(form.subarray(bytes))
      return answered
    },
  }
}

export function* slices(bytes: Buffer, size: number): Generator<Buffer> {
  for (let place = 0; place < bytes.length; place += size) yield bytes.subarray(place, place + size)
}
