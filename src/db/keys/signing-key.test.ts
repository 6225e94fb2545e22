import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readVerifierKey } from '@folkmoot/check'
import { expect, test } from 'vitest'
import { createWorld } from '../../../test/world.ts'
import { publishedKeys, requireOwnSigningKey, retireSigningKey, rotateSigningKey } from './own-signing-key.ts'
import { sha256 } from './sha256.ts'
import { signingKey } from './signing-key.ts'
import { verifierKeyOf } from './verifier-key.ts'

const newFile = async () => join(await mkdtemp(join(tmpdir(), 'signing-')), 'signing-key')
const keyOf = async (file: string) => (await signingKey(file)).public_key.toString('hex')

test('many processes that start at once make one key, which only its owner may read', async () => {
  const file = await newFile()
  const keys = await Promise.all(Array.from({ length: 20 }, () => keyOf(file)))
  expect(new Set(keys).size).toBe(1)
  expect(await readdir(join(file, '..'))).toEqual(['signing-key'])
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
})

test('it signs as RFC 8032 says, and others verify it by the published text', async () => {
  const file = await newFile()
  // Section 7.1, test 2.
  await writeFile(file, '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb\n')
  const { public_key, sign } = await signingKey(file)
  expect(public_key.toString('hex')).toBe('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c')
  const signature = sign(Buffer.from('72', 'hex'))
  expect(signature.toString('hex')).toMatch(
    /^92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da/,
  )
  const text = verifierKeyOf('vote.example:8443', public_key.toString('hex'))
  const read = readVerifierKey(sha256, text)
  expect(read?.name).toBe('vote.example:8443')
  const x = Buffer.from(read?.key ?? []).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  expect(verify(null, Buffer.from('72', 'hex'), key, signature)).toBe(true)
  expect(verify(null, Buffer.from('73', 'hex'), key, signature)).toBe(false)
})

test('a file that is not a key is refused and stays unchanged', async () => {
  const file = await newFile()
  await writeFile(file, 'swordfish\n')
  await expect(signingKey(file)).rejects.toThrow('SIGNING_KEY_FILE: ')
  await expect(signingKey(file)).rejects.toThrow('does not contain a Folkmoot signing key')
  expect(await readFile(file, 'utf8')).toBe('swordfish\n')
})

test('machines with different keys do not serve one database', async () => {
  const { db } = await createWorld()
  const [one, other] = [await newFile(), await newFile()]
  await requireOwnSigningKey(db, one)
  await requireOwnSigningKey(db, one)
  await expect(requireOwnSigningKey(db, other)).rejects.toThrow('folkmoot signing-key rotate')
  expect((await publishedKeys(db.pool)).map(({ public_key }) => public_key)).toEqual([await keyOf(one)])
})

test('of machines that start at once on a new database one key is published', async () => {
  const { db } = await createWorld()
  const files = await Promise.all(Array.from({ length: 8 }, newFile))
  const started = await Promise.allSettled(files.map((file) => requireOwnSigningKey(db, file)))
  expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await publishedKeys(db.pool)).toHaveLength(1)
})

test('after a rotation the old key stays published', async () => {
  const { db } = await createWorld()
  const file = await newFile()
  await requireOwnSigningKey(db, file)
  const old = await keyOf(file)
  await rotateSigningKey(db, file)
  const present = await keyOf(file)
  expect(present).not.toBe(old)
  expect(await publishedKeys(db.pool)).toMatchObject([
    { public_key: present, retired_at: null },
    { public_key: old, retired_at: expect.any(Date) },
  ])
  await requireOwnSigningKey(db, file)
})

test('after a restore, a machine signs with its own key, even if it differs', async () => {
  const { db } = await createWorld()
  const [file, other] = [await newFile(), await newFile()]
  await requireOwnSigningKey(db, file)
  await retireSigningKey(db.pool)
  await requireOwnSigningKey(db, file)
  expect(await publishedKeys(db.pool)).toMatchObject([{ public_key: await keyOf(file), retired_at: null }])
  await retireSigningKey(db.pool)
  await requireOwnSigningKey(db, other)
  expect(await publishedKeys(db.pool)).toMatchObject([
    { public_key: await keyOf(other), retired_at: null },
    { public_key: await keyOf(file), retired_at: expect.any(Date) },
  ])
})

test('an interrupted rotation is finished with the key that was made', async () => {
  const { db } = await createWorld()
  const file = await newFile()
  await requireOwnSigningKey(db, await newFile())
  const made = await keyOf(file)
  await rotateSigningKey(db, file)
  expect(await keyOf(file)).toBe(made)
  expect((await publishedKeys(db.pool))[0]).toMatchObject({ public_key: made, retired_at: null })
})
