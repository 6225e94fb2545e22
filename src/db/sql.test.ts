import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createWorld } from '../../test/world.ts'
import { statements } from './sql.ts'

const SRC = fileURLToPath(new URL('../', import.meta.url))

async function loadEverySource(): Promise<void> {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  const holders = files.filter(
    (file) => /(-store|-reads|record)\.ts$/.test(file) || /(jobs|http|db)\/[^.]+\.ts$/.test(file),
  )
  for (const file of holders.filter((name) => !name.endsWith('main.ts'))) await import(`${SRC}${file}`)
}

test('every statement prepares against the migrated schema', async () => {
  const { db } = await createWorld()
  await loadEverySource()
  expect(statements().size).toBeGreaterThan(30)
  const failures: string[] = []
  for (const [name, text] of statements()) {
    await db.pool
      .query(`prepare "checked ${name}" as ${text}`)
      .catch((error: Error) => failures.push(`${name}: ${error.message}`))
  }
  expect(failures).toEqual([])
})
