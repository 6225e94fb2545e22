#!/usr/bin/env node
// Bundles src/ with its packages into dist/: a start reads a few files instead of 1 800, and takes half the
// time. Compiles packages/*/src to their dist/ (the tests check types, not this), copies all other files,
// minifies CSS, and links the command so that `npx folkmoot` finds it without a registry. --into=FOLDER
// builds there instead, with its own copy of the packages, and links nothing.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
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
// This, vite and lightningcss are development packages.
const compiler = at('node_modules/typescript/bin/tsc')

if (!existsSync(compiler)) {
  // An installation without development packages runs the existing build.
  if (existsSync(join(dist, 'main.js'))) process.exit()
  console.error(
    'Building needs the development packages: run npm ci without --omit=dev, then npm prune --omit=dev.',
  )
  process.exit(1)
}

await checkCatalogues()
const packages = ['check', 'client', 'count']
await bundle()
for (const name of packages) compilePackage(name)
cpSync(at('src'), dist, {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || !/\.tsx?$/.test(path),
})
await minifyIslands()
for (const folder of ['styles', 'styles/shared', 'styles/sheets'])
  await minifyStyles(join(dist, 'web/assets', folder))

const command = at('node_modules/.bin/folkmoot')
if (into === undefined && process.platform !== 'win32' && existsSync(dirname(command))) {
  chmodSync(at('bin/folkmoot.js'), 0o755)
  rmSync(command, { force: true })
  symlinkSync('../../bin/folkmoot.js', command)
}

/** A message that is missing or broken in any language stops the build: no page meets it. */
async function checkCatalogues() {
  const { catalogueFaults } = await import('./catalogue-faults.ts')
  const faults = catalogueFaults(new URL('../src/locales/', import.meta.url))
  if (faults.length === 0) return
  console.error(`The texts are not complete:\n${faults.join('\n')}`)
  process.exit(1)
}

/**
 * The program; each command is a chunk that loads when it is called. Function names stay, for stack traces.
 */
async function bundle() {
  const { build } = await import('vite')
  await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    root,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    resolve: {
      alias: aliases(),
    },
    ssr: { noExternal: true },
    plugins: [polyfillFirst()],
    build: {
      ssr: true,
      outDir: dist,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { main: at('src/main.ts'), 'count-worker': at('src/polls/counts/count-worker.ts') },
        external: ['pg-native'],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

/**
 * The library of passkeys imports this polyfill in two of its modules; in the bundle it would run after
 * tsyringe, which throws without it.
 */
function polyfillFirst() {
  return {
    name: 'polyfill-first',
    enforce: 'pre',
    transform(code, id) {
      return /\/tsyringe\/dist\/esm5\/index\.js/.test(id) ? `import 'reflect-metadata'\n${code}` : null
    },
  }
}

function aliases() {
  return Object.fromEntries(
    packages.map((name) => [`@folkmoot/${name}`, at(`packages/${name}/src/index.ts`)]),
  )
}

function compilePackage(name) {
  const from = at('packages', name)
  const to = into === undefined ? from : join(dist, '../node_modules/@folkmoot', name)
  const folder = join(to, 'dist')
  rmSync(folder, { recursive: true, force: true })
  const asked = [compiler, '-p', join(from, 'tsconfig.json'), '--noCheck', '--outDir', folder]
  execFileSync(process.execPath, asked, { stdio: 'inherit' })
  if (into !== undefined) cpSync(join(from, 'package.json'), join(to, 'package.json'))
}

/** The scripts of pages, which browsers fetch one by one: those that import something are bundled with it. */
async function minifyIslands() {
  const { minify, transformWithOxc } = await import('vite')
  const from = at('src/web/assets/islands')
  for (const name of readdirSync(from, { recursive: true }).filter((path) => path.endsWith('.ts'))) {
    const text = readFileSync(join(from, name), 'utf8')
    const script = name.replace(/\.ts$/, '.js')
    const code = /^import /m.test(text)
      ? await bundledForBrowsers(join(from, name))
      : (await minify(script, (await transformWithOxc(text, name)).code)).code
    const to = join(dist, 'web/assets/islands', script)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, code)
  }
}

/** One script with everything that it imports; what Node provides is replaced by a library. */
async function bundledForBrowsers(file) {
  const { build } = await import('vite')
  const made = await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    root,
    resolve: { alias: aliases() },
    plugins: [forBrowsers()],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      lib: { entry: file, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  return [made].flat()[0].output[0].code
}

/** Replaces modules of the service by those of the same name for browsers. */
function forBrowsers() {
  const replaced = new Map([
    [at('src/db/keys/sha256.ts'), at('src/web/assets/browser/sha256.ts')],
    [at('src/locales/say.ts'), at('src/web/assets/browser/say.ts')],
  ])
  return {
    name: 'for-browsers',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) return null
      return replaced.get(resolve(dirname(importer), source)) ?? null
    },
  }
}

/** No target browsers are set, so that the minifier keeps nesting and logical properties. */
async function minifyStyles(folder) {
  const { transform } = await import('lightningcss')
  for (const filename of readdirSync(folder).filter((name) => name.endsWith('.css'))) {
    const path = join(folder, filename)
    writeFileSync(path, transform({ filename, code: readFileSync(path), minify: true }).code)
  }
}
