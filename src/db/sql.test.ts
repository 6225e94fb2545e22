import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { statementsOf } from '../../test/statements.ts'
import { createWorld } from '../../test/world.ts'

const SRC = fileURLToPath(new URL('../', import.meta.url))

test('every statement prepares against the migrated schema', async () => {
  const { db } = await createWorld()
  const statements = await statementsOf(SRC)
  expect(statements.size).toBeGreaterThan(30)
  const failures: string[] = []
  for (const [name, text] of statements) {
    await db.pool
      .query(`prepare "checked ${name}" as ${text}`)
      .catch((error: Error) => failures.push(`${name}: ${error.message}`))
  }
  expect(failures).toEqual([])
})

test('no statement may take more rows than it says', async () => {
  const statements = await statementsOf(SRC)
  // The rows of `in (select … limit … skip locked)` may be looked for once for each row of the table, and each time
  // others are found: `= any (array(select …))` is asked once. Where nothing is returned, more is no harm.
  const greedy = [...statements].filter(
    ([, text]) => /[^)] in \(\s*select[^;]*skip locked/s.test(text) && /returning/.test(text),
  )
  expect(greedy.map(([name]) => name)).toEqual([])
})
