import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeBackupFile } from './backup-file.ts'

async function* someBytes() {
  yield Buffer.from('backup')
}

test('a backup into a folder that does not exist is refused, and says that the folder is missing', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'backup-')), 'nowhere', 'x.backup')
  await expect(writeBackupFile(path, someBytes(), false)).rejects.toThrow(
    `${path} cannot be used: its folder does not exist.`,
  )
})
