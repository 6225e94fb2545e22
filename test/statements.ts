import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Name and text of every statement of the program with this source folder. */
export async function statementsOf(src: string): Promise<ReadonlyMap<string, string>> {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(-store|-reads|record)\.ts$/.test(file) || /(jobs|http|db)\/[^.]+\.ts$/.test(file),
  )
  for (const file of files) await import(join(src, file))
  const { statements } = (await import(join(src, 'db/sql.ts'))) as typeof import('../src/db/sql.ts')
  return statements()
}
