import { execFile, execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { atEnd } from './at-end.ts'

/** The release before the current source, as named in docs/releases.md and tagged in the repository. */
export type Release = { version: string; folder: string }

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MOST_BYTES = 200_000_000

/** Unpacks it, beside the current packages, until the file's tests have ended; or returns why it cannot. */
export async function unpackRelease(): Promise<Release | { missing: string }> {
  const { version, commit } = await previous()
  if (!isInHistory(commit)) {
    const missing = `what release ${version} needs. The history of this copy does not hold its commit (${commit}): fetch all of it (git fetch --unshallow)`
    process.stderr.write(`NOT TESTED: ${missing}.\n`)
    return { missing }
  }
  const folder = await mkdtemp(join(tmpdir(), 'folkmoot-release-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: MOST_BYTES })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return { version, folder }
}

/** Builds the unpacked release; returns its program. */
export async function buildRelease({ folder }: Release): Promise<string> {
  const dist = join(folder, 'built', 'dist')
  await mkdir(dirname(dist))
  await copyFile(join(folder, 'package.json'), join(folder, 'built', 'package.json'))
  await promisify(execFile)(process.execPath, [join(folder, 'bin/build.js'), `--into=${dist}`])
  return join(dist, 'main.js')
}

/** Makes the release's schema in the database at this address; returns its statements, text by name. */
export async function installRelease({ folder }: Release, address: string): Promise<Map<string, string>> {
  const args = [join(ROOT, 'test/of-release.ts'), join(folder, 'src'), address]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env['PATH'] },
    maxBuffer: MOST_BYTES,
  })
  return new Map(JSON.parse(stdout) as [string, string][])
}

async function previous(): Promise<{ version: string; commit: string }> {
  const text = await readFile(join(ROOT, 'docs/releases.md'), 'utf8')
  const [, version, commit] = /^\| (\d+\.\d+\.\d+) \| [\d-]+ \| ([0-9a-f]{40}) \|$/m.exec(text) ?? []
  if (version === undefined || commit === undefined) throw new Error('docs/releases.md names no release')
  return { version, commit }
}

function isInHistory(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
