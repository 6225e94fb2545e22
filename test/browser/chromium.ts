import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packed, { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** The browser that comes as a locked package: unpacked once, then started from where it lies. */

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url))
const PACKED = join(MODULES, '@sparticuz/chromium')
const { version } = JSON.parse(readFileSync(join(PACKED, 'package.json'), 'utf8')) as { version: string }
const KEPT = join(MODULES, '.cache', `chromium-${version}`)
const LIBRARIES = 'al2023'

// The fonts of this machine, and those in the package where it has none.
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${KEPT}/fonts</dir>
  <cachedir>${KEPT}/fonts-cache</cachedir>
</fontconfig>
`

// Nothing of it may look for updates, or speak to anybody but the page it opens.
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
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/** Starts a headless browser; without a sandbox, which not every machine allows: it opens pages of these tests alone. */
export async function startChromium(): Promise<Browser> {
  const folder = await unpacked()
  const libraries = [join(folder, LIBRARIES, 'lib'), process.env['LD_LIBRARY_PATH']]
  const { DBUS_SESSION_BUS_ADDRESS: _, ...env } = process.env
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: FLAGS,
    chromiumSandbox: false,
    env: {
      ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? ''])),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      LD_LIBRARY_PATH: libraries.filter((path) => path !== undefined).join(':'),
    },
  })
}

/** The folder the browser lies in. Test files that start together unpack it each, and the first one's stays. */
async function unpacked(): Promise<string> {
  if (existsSync(KEPT)) return KEPT
  const mine = `${KEPT}.${process.pid}`
  await mkdir(mine, { recursive: true })
  const before = process.env['TMPDIR']
  // The package knows no other way to be told where to.
  process.env['TMPDIR'] = mine
  try {
    await Promise.all([packed.executablePath(), inflate(join(PACKED, 'bin', `${LIBRARIES}.tar.br`))])
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
  await writeFile(join(mine, 'fonts.conf'), FONTS)
  await rename(mine, KEPT).catch(() => rm(mine, { recursive: true, force: true }))
  return KEPT
}
