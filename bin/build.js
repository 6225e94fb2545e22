#!/usr/bin/env node
// Compiles src/ to dist/ and packages/client/src to its dist/ (types are checked by the tests, not here),
// puts everything that is no code beside the code that reads it, CSS minified, and links the command so that
// `npx folkmoot` finds it without asking a registry. --into=FOLDER builds there instead, with a client of its
// own beside it, and links nothing.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const at = (...parts) => join(root, ...parts)
const into = process.argv.find((arg) => arg.startsWith('--into='))?.slice('--into='.length)
const dist = into === undefined ? at('dist') : resolve(into)
const compiler = at('node_modules/typescript/bin/tsc')

if (!existsSync(compiler)) {
  // An installation without the development packages runs what was built before.
  if (existsSync(join(dist, 'main.js'))) process.exit()
  console.error(
    'Building needs the development packages: run npm ci without --omit=dev, then npm prune --omit=dev.',
  )
  process.exit(1)
}

const client = into === undefined ? at('packages/client') : join(dist, '../node_modules/@folkmoot/client')
compile(at('tsconfig.build.json'), dist)
compile(at('packages/client/tsconfig.json'), join(client, 'dist'))
if (into !== undefined) cpSync(at('packages/client/package.json'), join(client, 'package.json'))
cpSync(at('src'), dist, {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || !/\.tsx?$/.test(path),
})
for (const folder of ['styles', 'styles/sheets']) await minifyStyles(join(dist, 'web/assets', folder))

const command = at('node_modules/.bin/folkmoot')
if (into === undefined && process.platform !== 'win32' && existsSync(dirname(command))) {
  chmodSync(at('bin/folkmoot.js'), 0o755)
  rmSync(command, { force: true })
  symlinkSync('../../bin/folkmoot.js', command)
}

function compile(project, folder) {
  rmSync(folder, { recursive: true, force: true })
  const asked = [compiler, '-p', project, '--noCheck', '--outDir', folder]
  execFileSync(process.execPath, asked, { stdio: 'inherit' })
}

/** No browsers are named to the minifier, so that nesting and logical properties stay what they are. */
async function minifyStyles(folder) {
  // Asked for here: it is a development package.
  const { transform } = await import('lightningcss')
  for (const filename of readdirSync(folder).filter((name) => name.endsWith('.css'))) {
    const path = join(folder, filename)
    writeFileSync(path, transform({ filename, code: readFileSync(path), minify: true }).code)
  }
}
