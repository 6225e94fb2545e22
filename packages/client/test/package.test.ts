import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { serve } from '../../../test/app.ts'
import { atEnd } from '../../../test/at-end.ts'
import { startChromium } from '../../../test/browser/chromium.ts'
import { createWorld, keyFor } from '../../../test/world.ts'

/** The package as published: packed from a copy, and used in a separate folder. */

const HERE = fileURLToPath(new URL('..', import.meta.url))
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

let folder: string
let installed: string
let packed: { files: { path: string }[]; unpackedSize: number }
let url: string
let key: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folkmoot-client-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  installed = join(folder, 'node_modules', '@folkmoot', 'client')
  await mkdir(installed, { recursive: true })
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    await cp(join(HERE, name), join(installed, name))
  // Types are checked: the package uses no types of Node, and its declarations match its source.
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  await run(process.execPath, [compiler, '-p', HERE, '--outDir', join(installed, 'dist')])
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: installed })
  const told: unknown = JSON.parse(stdout)
  packed = (Array.isArray(told) ? told : Object.values(told as object))[0]
  const world = await createWorld()
  const app = await serve(world)
  await app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  key = (await keyFor(world)).key
})

test('the published package is the compiled code with its types, the README and the licence', () => {
  const modules = ['client', 'errors', 'generated', 'index', 'send', 'webhook']
  expect(packed.files.map(({ path }) => path).sort()).toEqual(
    [
      'LICENSE',
      'README.md',
      'package.json',
      ...modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
    ].sort(),
  )
  expect(packed.unpackedSize).toBeLessThan(150_000)
})

test('it needs no other package, and has the service’s licence', async () => {
  const { dependencies, peerDependencies, license } = JSON.parse(
    await readFile(join(HERE, 'package.json'), 'utf8'),
  )
  expect([dependencies, peerDependencies, license]).toEqual([undefined, undefined, 'Apache-2.0'])
  expect(await readFile(join(HERE, 'LICENSE'), 'utf8')).toBe(await readFile(join(ROOT, 'LICENSE'), 'utf8'))
})

test('the README’s example works as printed, in ten lines', async () => {
  const example = /```js\n([\s\S]*?)```/.exec(await readFile(join(HERE, 'README.md'), 'utf8'))?.[1] ?? ''
  expect(example.trim().split('\n').length).toBeLessThanOrEqual(10)
  await writeFile(join(folder, 'example.mjs'), example)
  const { stdout, stderr } = await run(process.execPath, ['example.mjs'], {
    cwd: folder,
    env: { FOLKMOOT_URL: url, FOLKMOOT_API_KEY: key },
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(
    /^Vote at http:\/\/127\.0\.0\.1:\d+\/p\/\w{8}\nPaint the hall blue\?: 0 of 1 voted\n$/,
  )
})

test('the examples, and the receiver in the tour of the service, match the package’s types', async () => {
  const tour = await readFile(join(ROOT, 'docs/tour.md'), 'utf8')
  const client = await readFile(join(HERE, 'README.md'), 'utf8')
  const receiver = /node --input-type=module -e '([^']*)'/.exec(tour)?.[1] ?? ''
  const [example = '', calls = '', refusal = '', webhook = ''] = [
    ...client.matchAll(/```js\n([\s\S]*?)```/g),
  ].map(([, code = '']) => code)
  const given = `import { connect, ApiError } from '@folkmoot/client'
    const moot = connect({ url: '', key: '' })\n`
  const arrived = 'const body = "", headers = {}\n'
  const files = {
    'receiver.mjs': receiver,
    'example.mjs': example,
    'calls.mjs': given + calls + refusal,
    'webhook.mjs': `${arrived}${webhook}\nevent.decision?.rules[0]?.actual?.toFixed(2)`,
  }
  for (const [name, code] of Object.entries(files)) await writeFile(join(folder, name), code)
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  // An environment variable may be missing: the error then names it.
  const options =
    '--strict false --noEmit --allowJs --checkJs --module nodenext --target es2023 --types node --typeRoots'
  const types = join(ROOT, 'node_modules/@types')
  const names = Object.keys(files)
  const { stdout } = await run(process.execPath, [compiler, ...options.split(' '), types, ...names], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
  expect(receiver).toContain('event.decision?.passed')
})

test('in a browser it calls the service of its page, and verifies webhooks', async () => {
  const browser = await startChromium()
  try {
    const page = await browser.newPage()
    await page.route('**/client/*', async (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
      const body = await readFile(join(installed, 'dist', name), 'utf8')
      await route.fulfill({ body, contentType: 'text/javascript' })
    })
    await page.route('**/empty', (route) =>
      route.fulfill({ body: '<!doctype html>', contentType: 'text/html' }),
    )
    await page.goto(`${url}/empty`)
    // As text: the test runner rewrites functions.
    const seen = await page.evaluate(`(async () => {
      const { connect, verifyWebhook } = await import('/client/index.js')
      const { groups } = await connect({ url: location.origin, key: '${key}' }).listDiscussions()
      const headers = { 'webhook-id': 'a', 'webhook-timestamp': '0', 'webhook-signature': 'v1,AAAA' }
      const fault = await verifyWebhook('{}', headers, 'whsec_AAAA', { now: new Date(0) }).catch(({ name }) => name)
      return [groups[0].name, fault]
    })()`)
    expect(seen).toEqual(['Mill Lane Co-op', 'WebhookError'])
  } finally {
    await browser.close()
  }
})
