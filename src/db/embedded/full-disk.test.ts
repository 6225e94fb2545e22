import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { fill, mountDisk, unfill } from '../../../test/small-disk.ts'
import { startEmbedded } from './embedded.ts'
import { clientFor } from './embedded-server.ts'

vi.setConfig({ testTimeout: 60_000 })

const DISK_MB = 120
const disk = mountDisk(DISK_MB)

test.skipIf(disk === null)('a command reads from a running database whose disk is full', async () => {
  const folder = disk ?? ''
  const data_dir = join(folder, 'data')
  const serving = await startEmbedded({ data_dir, role: 'serve' })
  // The first session writes a file that the later ones read.
  await ask(serving.connection)
  fill(folder)
  const command = await startEmbedded({ data_dir, role: 'command' })
  expect(command.disk_full).toBe(true)
  expect(await ask(command.connection)).toBe(1)
  await command.stop()
  expect(await ask(serving.connection)).toBe(1)
  await expect(startEmbedded({ data_dir, role: 'serve' })).rejects.toThrow(/on a disk that is full/)
  expect(readdirSync(data_dir).filter((name) => name.startsWith('start.lock'))).toEqual([])
  unfill(folder)
  const later = await startEmbedded({ data_dir, role: 'command' })
  expect(later.disk_full).toBe(false)
  await later.stop()
  await serving.stop()
})

async function ask(connection: Parameters<typeof clientFor>[0]): Promise<number> {
  const client = clientFor(connection, 'folkmoot test')
  await client.connect()
  const { rows } = await client.query<{ one: number }>('select 1 as one')
  await client.end()
  return rows[0]?.one ?? 0
}
