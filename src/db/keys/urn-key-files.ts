import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolders, syncFolder, writeDurably } from '../durable-files.ts'
import { makePair, publicHalf, unwrapKey, wrapKey } from './key-pair.ts'
import { serviceSecret } from './service-secret.ts'
import type { KeyPlace, UrnKeys, WrappedKey } from './urn-keys.ts'

type Place = KeyPlace & { folder: string }

const FOLDER_MODE = 0o700
const NAME = /^[0-9a-f]{64}$/
/** A key whose poll was never committed is deleted after this time: no transaction takes as long. */
const ORPHAN_AGE_MS = 24 * 3_600_000

/**
 * Keys as files beside the bundled database: its pages, log and copies never contain one. Each file and its
 * name are on disk before voting opens.
 */
export function keysInFiles(place: Place): UrnKeys {
  const fileOf = (public_key: string) => join(place.folder, public_key)

  async function keep(public_key: string, private_key: Buffer): Promise<void> {
    await makeFolders(place.folder, FOLDER_MODE)
    await writeDurably(fileOf(public_key), `${private_key.toString('hex')}\n`)
    await syncFolder(place.folder)
    // The first key creates the folder, whose own name must be on disk too.
    await syncFolder(dirname(place.folder))
  }

  return {
    async make() {
      const { public_key, private_key } = makePair()
      const name = public_key.toString('hex')
      await keep(name, private_key)
      // Finds a disk that accepts writes but loses them now, not when votes are counted.
      if ((await readKey(fileOf(name), name)) === null) throw new Error('a key does not read back')
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
      }
      return wrapped
    },
    async unwrap(_, wrapped) {
      const secret = await serviceSecret(place.secret_file)
      for (const { public_key, wrapped: text } of wrapped) {
        const private_key = unwrapKey(secret, Buffer.from(public_key, 'hex'), Buffer.from(text, 'hex'))
        const isKept = (await readKey(fileOf(public_key), public_key)) !== null
        if (private_key !== null && !isKept) await keep(public_key, private_key)
      }
    },
  }
}

/** Null: it is missing, or does not match its name. */
async function readKey(file: string, public_key: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return ''
    throw error
  })
  if (!NAME.test(text.trim())) return null
  const private_key = Buffer.from(text.trim(), 'hex')
  return publicHalf(private_key).toString('hex') === public_key ? private_key : null
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
