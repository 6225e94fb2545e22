import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packed, { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** The browser from a pinned package: unpacked once, then started from its folder. */

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const PACKED = join(MODULES, '@sparticuz/chromium')
const { version } = JSON.parse(readFileSync(join(PACKED, 'package.json'), 'utf8')) as { version: string }
// Beside the package; if another user installed it, in a private folder.
const HOMES = [
  join(MODULES, '.cache', `chromium-${version}`),
  join(tmpdir(), `folkmoot-chromium-${version}-${userInfo().uid}`),
]
const LIBRARIES = 'al2023'

// The fonts of this machine, or those in the package if it has none.
const fonts = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

// It must not look for updates, or connect to anything but the page it opens.
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--font-render-hinting=none',
  // Pages are small: more threads that draw them gain nothing.
  '--num-raster-threads=1',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/**
 * Starts a headless browser: the one CHROMIUM names, else the packaged one, which is for Linux on x64. It has
 * no sandbox, because root and some machines cannot use one: it only opens pages of these tests. `flags` are
 * added to ours.
 */
export async function startChromium(flags: string[] = []): Promise<Browser> {
  const own = process.env['CHROMIUM']
  const args = [...FLAGS, ...flags]
  if (own !== undefined) return chromium.launch({ executablePath: own, args, chromiumSandbox: false })
  const folder = await unpacked()
  const libraries = [join(folder, LIBRARIES, 'lib'), process.env['LD_LIBRARY_PATH']]
  const { DBUS_SESSION_BUS_ADDRESS: _, ...env } = process.env
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args,
    chromiumSandbox: false,
    env: {
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? ''])),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      LD_LIBRARY_PATH: libraries.filter((path) => path !== undefined).join(':'),
    },
  })
}

let shared: Promise<Browser> | undefined

/**
 * One browser for all test files of this process, closed with it: starting one takes longer than many files.
 */
export async function sharedChromium(): Promise<Browser> {
  const running = await shared
  if (running?.isConnected()) return running
  shared = startChromium()
  return shared
}

/** The folder the browser lies in. */
async function unpacked(): Promise<string> {
  for (const home of HOMES) if (isWhole(home)) return home
  for (const home of HOMES) {
    const mine = `${home}.${process.pid}`
    const made = await mkdir(mine, { recursive: true }).catch(() => null)
    if (made === null) continue
    await unpackInto(mine)
    await writeFile(join(mine, 'fonts.conf'), fonts(home))
    // A copy of this folder elsewhere still keeps its fonts in this one after all else was deleted.
    if (!isWhole(home)) await rm(home, { recursive: true, force: true })
    // Parallel test files each unpack it, and the first one's folder is kept.
    await rename(mine, home).catch(() => rm(mine, { recursive: true, force: true }))
    return home
  }
  throw new Error(`Nowhere to unpack the browser: neither ${HOMES.join(' nor ')} can be written.`)
}

const isWhole = (home: string) => existsSync(join(home, 'chromium'))

async function unpackInto(folder: string): Promise<void> {
  const before = process.env['TMPDIR']
  // The package has no other option for the folder.
  process.env['TMPDIR'] = folder
  try {
    await Promise.all([packed.executablePath(), inflate(join(PACKED, 'bin', `${LIBRARIES}.tar.br`))])
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  await chmod(join(folder, 'chromium'), 0o755)
}
