import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolders, syncFolder, writeDurably } from '../durable-files.ts'
import { makePair, publicHalf, unwrapKey, wrapKey } from './key-pair.ts'
import { serviceSecret } from './service-secret.ts'
import type { KeyPlace, UrnKeys, WrappedKey } from './urn-keys.ts'

type Place = KeyPlace & { folder: string }

const FOLDER_MODE = 0o700
const HEX_DIGITS = 64
const NAME = /^[0-9a-f]{64}$/
/** A key whose poll was never committed is deleted after this time: no transaction takes as long. */
const ORPHAN_AGE_MS = 24 * 3_600_000

/**
 * Keys as files beside the bundled database: its pages, log and copies never contain one. Each file and its
 * name are on disk before voting opens.
 */
export function keysInFiles(place: Place): UrnKeys {
  const fileOf = (public_key: string) => join(place.folder, public_key)

  return {
    async make() {
      const { public_key, private_key } = makePair()
      const name = public_key.toString('hex')
      await keepKey(place.folder, name, private_key).finally(() => private_key.fill(0))
      // Finds a disk that accepts writes but loses them now, not when votes are counted.
      const kept = await readKey(fileOf(name), name)
      if (kept === null) throw new Error('a key does not read back')
      kept.fill(0)
      return name
    },
    find: (_, public_key) => readKey(fileOf(public_key), public_key),
    destroy: (_, public_key) => destroyFile(place.folder, public_key),
    async sweep(_, known) {
      const old = await oldKeys(place.folder)
      const alive = new Set(old.length === 0 ? [] : await known(old))
      const orphans = old.filter((name) => !alive.has(name))
      for (const name of orphans) await destroyFile(place.folder, name)
      return orphans.length
    },
    async wrap(_, public_keys) {
      const secret = await serviceSecret(place.secret_file)
      const wrapped: WrappedKey[] = []
      for (const name of public_keys) {
        const private_key = await readKey(fileOf(name), name)
        if (private_key === null) continue
        const pair = { public_key: Buffer.from(name, 'hex'), private_key }
        wrapped.push({ public_key: name, wrapped: wrapKey(secret, pair).toString('hex') })
        private_key.fill(0)
      }
      return wrapped
    },
    async unwrap(_, wrapped) {
      const secret = await serviceSecret(place.secret_file)
      for (const { public_key, wrapped: text } of wrapped) {
        const private_key = unwrapKey(secret, Buffer.from(public_key, 'hex'), Buffer.from(text, 'hex'))
        const kept = await readKey(fileOf(public_key), public_key)
        if (private_key !== null && kept === null) await keepKey(place.folder, public_key, private_key)
        for (const key of [private_key, kept]) key?.fill(0)
      }
    },
  }
}

async function keepKey(folder: string, public_key: string, private_key: Buffer): Promise<void> {
  await makeFolders(folder, FOLDER_MODE)
  const line = hexLine(private_key)
  await writeDurably(join(folder, public_key), line).finally(() => line.fill(0))
  await syncFolder(folder)
  // The first key creates the folder, whose own name must be on disk too.
  await syncFolder(dirname(folder))
}

/** Null: it is missing, or does not match its name. */
async function readKey(file: string, public_key: string): Promise<Buffer | null> {
  const line = await readFile(file).catch((error: unknown) => {
    if (isMissing(error)) return Buffer.alloc(0)
    throw error
  })
  const private_key = keyInLine(line)
  line.fill(0)
  if (private_key === null || publicHalf(private_key).toString('hex') === public_key) return private_key
  private_key.fill(0)
  return null
}

const DIGITS = Buffer.from('0123456789abcdef')
const LINE_END = 0x0a
const SPACE = 0x20

/** The key in hex and a line end, as bytes that can be wiped. */
function hexLine(key: Buffer): Buffer {
  const line = Buffer.alloc(2 * key.length + 1, LINE_END)
  for (const [place, byte] of key.entries()) {
    line[2 * place] = DIGITS[byte >> 4] ?? 0
    line[2 * place + 1] = DIGITS[byte & 15] ?? 0
  }
  return line
}

/** The reverse; editors and copying change line ends. Null: it is no such line. */
function keyInLine(line: Buffer): Buffer | null {
  if (line.length < HEX_DIGITS || !line.subarray(HEX_DIGITS).every((byte) => byte <= SPACE)) return null
  const key = Buffer.alloc(HEX_DIGITS / 2)
  for (const place of key.keys()) {
    const [high, low] = [DIGITS.indexOf(line[2 * place] ?? 0), DIGITS.indexOf(line[2 * place + 1] ?? 0)]
    if (high < 0 || low < 0) return null
    key[place] = 16 * high + low
  }
  return key
}

/** Overwritten first, which helps on some file systems and harms on none; then its name is deleted. */
async function destroyFile(folder: string, name: string): Promise<void> {
  const file = join(folder, name)
  try {
    const handle = await open(file, 'r+')
    try {
      await handle.write(Buffer.alloc((await handle.stat()).size), 0, undefined, 0)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rm(file)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  // Also when it was missing: the process that removed it may have been killed before its name left the disk.
  await syncFolder(folder).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

async function oldKeys(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [] as string[])
  const ages = await Promise.all(
    names
      .filter((name) => NAME.test(name))
      .map(async (name) => ({ name, since: await writtenAt(join(folder, name)) })),
  )
  return ages
    .filter(({ since }) => since !== null && Date.now() - since > ORPHAN_AGE_MS)
    .map(({ name }) => name)
}

async function writtenAt(file: string): Promise<number | null> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
