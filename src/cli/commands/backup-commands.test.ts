import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keyAdvice } from './backup-commands.ts'

test('a backup names only the key files that exist', async () => {
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
  await rm(folder, { recursive: true })
})
