import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openAddressKeys } from './address-keys.ts'
import { keysBeside } from './urn-keys.ts'

const folders = [1, 2].map(() => join(tmpdir(), `folkmoot-addresses-${randomUUID()}`))
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const keysIn = (folder: string | undefined) => openAddressKeys(keysBeside(folder ?? ''))

test('an address has the same key in all spellings of a service, and another key in another service', async () => {
  const [one, two] = folders
  const [first, spelled, other] = await keysIn(one)([
    'ada@mill.example',
    ' Ada@Mill.Example',
    'ben@mill.example',
  ])
  expect(spelled).toEqual(first)
  expect(other).not.toEqual(first)
  // Another process on the same secret.
  expect(await keysIn(one)(['ada@mill.example'])).toEqual([first])
  expect(await keysIn(two)(['ada@mill.example'])).not.toEqual([first])
})

test('a program without a place for the secret hashes no address', async () => {
  const keys = openAddressKeys(undefined)
  expect(await keys([])).toEqual([])
  await expect(keys(['ada@mill.example'])).rejects.toThrow('no place')
})
