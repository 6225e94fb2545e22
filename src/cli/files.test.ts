import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { createFile, textOf } from './files.ts'

const folder = await mkdtemp(join(tmpdir(), 'folkmoot-files-'))
atEnd(() => rm(folder, { recursive: true }))

test('a file that cannot be read is named, with the reason', async () => {
  const [none, file] = [join(folder, 'none'), join(folder, 'file')]
  await writeFile(file, 'text')
  expect(await textOf(file)).toBe('text')
  await expect(textOf(none)).rejects.toThrow(`There is no file ${none}.`)
  await expect(textOf(join(file, 'in-it'))).rejects.toThrow('There is no file')
  await expect(textOf(folder)).rejects.toThrow(`${folder} is a folder, not a file.`)
})

test('a file that cannot be created is named, with what to do, and an existing one stays as it is', async () => {
  const file = join(folder, 'new')
  await createFile(file, Buffer.from('first'))
  await expect(createFile(file, Buffer.from('second'))).rejects.toThrow('already exists: name another file.')
  expect(await readFile(file, 'utf8')).toBe('first')
  await expect(createFile(join(folder, 'none', 'new'), Buffer.from(''))).rejects.toThrow('There is no folder')
})

test('a link or a device is never written to', async () => {
  const link = join(folder, 'link')
  await symlink(join(folder, 'elsewhere'), link)
  for (const path of [link, '/dev/null'])
    await expect(createFile(path, Buffer.from('it'))).rejects.toThrow(
      `${path} already exists: name another file.`,
    )
})
