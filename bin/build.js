#!/usr/bin/env node
// Compiles src/ to dist/, puts the SQL files beside the code that reads them, and links the command
// so that `npx folkmoot` finds it without asking a registry.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const at = (...parts) => join(root, ...parts)

rmSync(at('dist'), { recursive: true, force: true })
execFileSync(process.execPath, [at('node_modules/typescript/bin/tsc'), '-p', at('tsconfig.build.json')], { stdio: 'inherit' })
for (const folder of ['db/migrations', 'db/functions']) {
  mkdirSync(at('dist', folder), { recursive: true })
  cpSync(at('src', folder), at('dist', folder), { recursive: true })
}

const command = at('node_modules/.bin/folkmoot')
chmodSync(at('bin/folkmoot.js'), 0o755)
if (process.platform !== 'win32' && existsSync(dirname(command))) {
  rmSync(command, { force: true })
  symlinkSync('../../bin/folkmoot.js', command)
}
