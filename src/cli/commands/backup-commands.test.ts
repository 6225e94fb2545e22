import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyAdvice, oldDataWords } from './backup-commands.ts'

test('a backup names only the key files that exist, and a move also what may be deleted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keys-'))
  const [secret_key_file, signing_key_file] = [join(folder, 'secret-key'), join(folder, 'signing-key')]
  const files = { secret_key_file, signing_key_file }
  expect(keyAdvice(files)).toBeNull()
  await writeFile(signing_key_file, '')
  expect(keyAdvice(files)).toBe(
    `Keep a copy of ${signing_key_file} elsewhere: without it, results are signed with a new key.`,
  )
  await writeFile(secret_key_file, '')
  expect(keyAdvice(files)).toContain(`Keep copies of ${secret_key_file} and ${signing_key_file} elsewhere`)
  const told = oldDataWords({ database_url: null, data_dir: folder, ...files })
  expect(told).toContain(`delete ${join(folder, 'postgres')} and ${join(folder, 'urn-keys')}: `)
  expect(told).toContain('Keep all other files in that folder. Keep copies of ')
  expect(oldDataWords({ database_url: 'postgres://db/moot', data_dir: folder, ...files })).toBe(
    'The old data is still here. Once the new database works, delete the old database.',
  )
  await rm(folder, { recursive: true })
})
