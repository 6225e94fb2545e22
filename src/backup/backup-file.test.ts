import { execFileSync } from 'node:child_process'
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { writeBackupFile } from './backup-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'backup-'))
atEnd(() => rm(folder, { recursive: true }))

async function* someBytes() {
  yield Buffer.from('backup')
}

test('a backup into a folder that does not exist is refused, and says that the folder is missing', async () => {
  const path = join(folder, 'nowhere', 'x.backup')
  await expect(writeBackupFile(path, someBytes(), false)).rejects.toThrow(
    `${path} cannot be used: its folder does not exist.`,
  )
})

test('a backup through a link replaces the file that it leads to, and keeps the link', async () => {
  const [other, link] = [await mkdtemp(join(folder, 'other-')), join(folder, 'latest.backup')]
  const file = join(other, 'x.backup')
  await writeFile(file, 'earlier')
  await symlink(file, link)
  await expect(writeBackupFile(link, someBytes(), false)).rejects.toThrow('already exists')
  expect(await writeBackupFile(link, someBytes(), true)).toBe((await lstat(file)).size)
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(gunzipSync(await readFile(file)).toString()).toBe('backup')
  expect(await readdir(other)).toEqual(['x.backup'])
})

test('a link to no file is refused, with and without --force', async () => {
  const link = join(folder, 'dangling.backup')
  await symlink(join(folder, 'gone'), link)
  for (const force of [false, true])
    await expect(writeBackupFile(link, someBytes(), force)).rejects.toThrow(
      `${link} is a link to a file that does not exist: name that file.`,
    )
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  const circle = join(folder, 'circle.backup')
  await symlink(circle, circle)
  await expect(writeBackupFile(circle, someBytes(), true)).rejects.toThrow('its links lead in a circle.')
})

test('a device, pipe, socket or folder is never replaced', async () => {
  const [pipe, socket, null_link] = [join(folder, 'pipe'), join(folder, 'socket'), join(folder, 'null')]
  execFileSync('mkfifo', [pipe])
  await symlink('/dev/null', null_link)
  const server = createServer()
  await new Promise<void>((listening) => server.listen(socket, listening))
  const kinds = {
    [folder]: 'folder; name a file in it',
    [pipe]: 'pipe; name a file',
    [socket]: 'socket; name a file',
    [null_link]: 'device; name a file',
  }
  for (const [path, kind] of Object.entries(kinds))
    await expect(writeBackupFile(path, someBytes(), true)).rejects.toThrow(
      `${path} cannot be used: it is a ${kind}.`,
    )
  expect((await lstat(pipe)).isFIFO()).toBe(true)
  expect((await lstat(socket)).isSocket()).toBe(true)
  server.close()
})
