import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openGroupWorld } from '../../../test/group-web.ts'
import { openPost } from '../../../test/post.ts'
import { makeThread } from '../../../test/tell.ts'
import { SAME_ORIGIN } from '../../../test/web.ts'

const at = await openGroupWorld()
const { world, web, get } = at
const post = await openPost(world)
const TYPE = 'image/png'

/** A PNG file of one colour. */
function png(width: number, height: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const pixels = deflateSync(Buffer.alloc(height * (width * 3 + 1), 120))
  const parts = [
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Sends the form as a browser does. */
async function send(who: 'ada' | 'ben', fields: Record<string, string | Buffer>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value)
    else
      form.set(name, new Blob([new Uint8Array(value)], { type: TYPE }), value.length === 0 ? '' : 'logo.png')
  }
  const sent = new Response(form)
  const page = await get('/account', who)
  const cookie = String(page.raw.req.headers['cookie'])
  return web.app.inject({
    method: 'POST',
    url: '/service/settings/identity',
    headers: {
      ...SAME_ORIGIN,
      accept: 'text/html',
      cookie,
      'content-type': sent.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
}

const markOn = (body: string) => /\/mark\.png\?v=\w+/.exec(body)?.[0] ?? null
const lastMail = async () => {
  await makeThread(world, { user_ids: [at.people.ben] })
  await post.deliver()
  return post.smtp.received.at(-1)?.email
}

test('a service without a name and a logo of its own is called Folkmoot', async () => {
  const { body } = await get('/account', 'ben')
  expect(body).toMatch(/<title>[^<]* · Folkmoot<\/title>/)
  expect(body).toContain('href="/favicon.svg"')
  expect((await get('/mark.png', 'outsider')).statusCode).toBe(404)
  expect((await lastMail())?.attachments).toEqual([])
})

test('name and logo are shown on pages, kept ones too, and in mails', async () => {
  const kept = (await get('/g/mill', 'ben')).body
  expect(kept).toContain('Folkmoot')
  const mark = png(64, 48)
  expect((await send('ada', { name: ' Moot\n of <b>Mill</b> ', mark })).headers.location).toBe(
    '/service/settings?done=saved',
  )
  for (const [url, who] of [
    ['/g/mill', 'ben'],
    ['/account', 'ben'],
    ['/help', 'outsider'],
    ['/help/api', 'outsider'],
    ['/nowhere', 'outsider'],
  ] as const) {
    const { body } = await get(url, who)
    expect(body, url).toMatch(/<title>[^<]* · Moot of &lt;b>Mill&lt;\/b><\/title>/)
    expect(body, url).not.toContain('/favicon.svg')
    const file = await get(markOn(body) ?? '', 'outsider')
    expect([file.statusCode, file.headers['content-type']], url).toEqual([200, TYPE])
    expect(file.rawPayload.equals(mark)).toBe(true)
  }
  const mail = await lastMail()
  expect(mail?.from?.name).toMatch(/ \(Moot of <b>Mill<\/b>\)$/)
  expect(mail?.html).toContain('<img src="cid:mark@folkmoot" alt="Moot of &lt;b&gt;Mill&lt;/b&gt;"')
  expect(mail?.attachments).toMatchObject([
    { contentId: '<mark@folkmoot>', disposition: 'inline', mimeType: TYPE },
  ])
  expect((await get('/service/history', 'ada')).body).toContain('Name or logo of the service changed')
})

test('a new name keeps the logo, and the logo can be removed', async () => {
  await send('ada', { name: 'Mill', mark: Buffer.alloc(0) })
  expect(markOn((await get('/help', 'outsider')).body)).not.toBeNull()
  await send('ada', { name: '', no_mark: 'true', mark: Buffer.alloc(0) })
  const { body } = await get('/help', 'outsider')
  expect(body).toContain(' · Folkmoot</title>')
  expect(markOn(body)).toBeNull()
})

const whole = png(64, 64)
test.each([
  ['another kind of file', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not a valid PNG file'],
  ['a file that was incomplete', whole.subarray(0, whole.length - 20), 'not a valid PNG file'],
  ['too few pixels', png(16, 64), 'must be between 32 and 1,024 pixels'],
  ['too many pixels', png(1_025, 64), 'must be between 32 and 1,024 pixels'],
  [
    'too large a file',
    Buffer.concat([whole.subarray(0, 40), Buffer.alloc(65_536), whole.subarray(-12)]),
    '64 KiB',
  ],
])('%s is refused, and nothing changes', async (_, mark, words) => {
  const refused = await send('ada', { name: 'x'.repeat(61), mark })
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain(words)
  expect(refused.body).toContain('is too long (at most 60 characters)')
  expect(markOn((await get('/help', 'outsider')).body)).toBeNull()
})

test('only people who run the service may set them, and other forms take no files', async () => {
  expect((await send('ben', { name: 'Ben’s', mark: whole })).statusCode).toBe(404)
  expect((await get('/help', 'outsider')).body).not.toContain('Ben’s')
  const other = await web.app.inject({
    method: 'POST',
    url: '/sign-in',
    headers: { ...SAME_ORIGIN, 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b\r\ncontent-disposition: form-data; name="email"; filename="a"\r\n\r\nx\r\n--b--\r\n',
  })
  expect(other.statusCode).toBe(400)
})
