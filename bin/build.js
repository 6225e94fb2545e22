#!/usr/bin/env node
// Compiles src/ to dist/ (types are checked by the tests, not here), puts everything that is no code beside the
// code that reads it, and links the command so that `npx folkmoot` finds it without asking a registry.
// --into=FOLDER builds there instead, and links nothing.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, rmSync, statSync, symlinkSync } from 'node:fs'
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

rmSync(dist, { recursive: true, force: true })
execFileSync(process.execPath, [compiler, '-p', at('tsconfig.build.json'), '--noCheck', '--outDir', dist], {
  stdio: 'inherit',
})
cpSync(at('src'), dist, {
  recursive: true,
  filter: (path) => statSync(path).isDirectory() || !/\.tsx?$/.test(path),
})

const command = at('node_modules/.bin/folkmoot')
if (into === undefined && process.platform !== 'win32' && existsSync(dirname(command))) {
  chmodSync(at('bin/folkmoot.js'), 0o755)
  rmSync(command, { force: true })
  symlinkSync('../../bin/folkmoot.js', command)
}
