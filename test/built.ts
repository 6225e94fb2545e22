import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { codeOf, until } from '../src/db/embedded/embedded-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the program, built once per run by the first test that needs it. */
    built: string
  }
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PATIENCE_MS = 120_000

/** Sets the folder for the program of this run, and deletes it at the end. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = join(ROOT, '.vitest', randomBytes(6).toString('hex'))
  project.provide('built', folder)
  return async () => {
    await rm(folder, { recursive: true, force: true })
    await rm(draftOf(folder), { recursive: true, force: true })
  }
}

/** Builds the current source into the folder as it is installed, unless another test does or has. */
export async function buildOnce(folder: string): Promise<void> {
  const draft = draftOf(folder)
  while (!existsSync(folder)) {
    if (await claims(draft)) await build(draft, folder)
    else await until(() => existsSync(folder) || !existsSync(draft), PATIENCE_MS)
  }
}

const draftOf = (folder: string) => `${folder}.draft`

async function claims(draft: string): Promise<boolean> {
  await mkdir(join(draft, '..'), { recursive: true })
  try {
    await mkdir(draft)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function build(draft: string, folder: string): Promise<void> {
  try {
    await copyFile(join(ROOT, 'package.json'), join(draft, 'package.json'))
    await promisify(execFile)(process.execPath, [join(ROOT, 'bin/build.js'), `--into=${join(draft, 'dist')}`])
    await rename(draft, folder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
