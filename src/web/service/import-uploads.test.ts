import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  at,
  BOUNDARY,
  cookieOf,
  data_dir,
  files,
  formOf,
  HEADERS,
  openImportPage,
  page,
  send,
  slices,
  state,
  step,
  text,
  until,
  words,
  work,
} from '../../../test/import-page.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'

openImportPage()

describe('an upload', () => {
  test('that breaks off leaves no file, and says so', async () => {
    await send([formOf(text).subarray(0, 5_000)], { cuts: true })
    await until('failed')
    expect((await state()).fault).toBe('upload')
    expect(await files()).toEqual([])
    expect(await words()).toContain('The upload was interrupted. Upload the file again.')
  })

  test('without a file is refused as other forms are, and is no import', async () => {
    for (const payload of [Buffer.from(`--${BOUNDARY}--\r\n`), formOf('', '')]) {
      const headers = { ...HEADERS, cookie: await cookieOf('ada') }
      const url = '/service/import/file'
      const answer = await at.web.app.inject({ method: 'POST', url, headers, payload })
      expect(answer.statusCode).toBe(422)
      expect(answer.body).toContain('<a href="#file">JSON export is missing</a>')
      expect(answer.body).toMatch(/<input id="file" [^>]*aria-invalid="true"/)
    }
    expect(await state()).toBeUndefined()
    expect(await page()).toMatch(/<form [^>]*novalidate[^>]*data-upload/)
  })

  test('with an empty file, or that is no form is refused', async () => {
    for (const [form, fault] of [
      [formOf(''), 'no_file'],
      [Buffer.from('no form at all'), 'upload'],
      [formOf(text).subarray(0, 3_000), 'upload'],
    ] as const) {
      await send([form])
      expect((await state()).fault).toBe(fault)
      await step('discard')
    }
    expect(await files()).toEqual([])
  })

  test('of more than 1 GiB is refused before it comes', async () => {
    const length = `${2 * 1024 ** 3}`
    await send([formOf(text)], { headers: { 'content-length': length }, cuts: true })
    await until('failed')
    expect((await state()).fault).toBe('too_large')
    expect(await files()).toEqual([])
  })

  test('arrives byte for byte, whatever its content and its chunks', async () => {
    const content = Buffer.concat([
      Buffer.from('not an export'),
      randomBytes(300_000),
      Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}\r\n--`),
      randomBytes(9),
    ])
    await send(slices(formOf(content), 777))
    const [name = ''] = await files()
    expect((await readFile(join(data_dir, 'imports', name))).equals(content)).toBe(true)
    await work()
    expect(await words()).toContain('This is not an export from Loomio')
    await step('discard')
  })
})

test('other forms keep their limit of 1 MiB', async () => {
  const cookie = await cookieOf('ada')
  const answer = await at.web.app.inject({
    method: 'POST',
    url: '/service/settings/identity',
    headers: { ...HEADERS, cookie },
    payload: formOf(Buffer.alloc(1_100_000)),
  })
  expect(answer.statusCode).toBe(413)
})

test('an upload without a body, or of another type, fails', async () => {
  const cookie = await cookieOf('ada')
  const sent = (headers: Record<string, string>, payload?: string) =>
    at.web.app.inject({
      method: 'POST',
      url: '/service/import/file',
      headers: { ...SAME_ORIGIN, accept: 'text/html', cookie, ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
  expect((await sent({})).statusCode).toBe(303)
  expect((await state()).fault).toBe('upload')
  expect((await sent({ 'content-type': 'application/json' }, '{}')).statusCode).toBe(303)
  expect((await state()).fault).toBe('upload')
})
