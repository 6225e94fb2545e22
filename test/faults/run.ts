import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'
import { Figures } from './reporter.ts'

/**
 * Breaks the environment of the program in dist/ and the program itself, and checks its promises. `--quick`:
 * fewer rounds; `--json FILE`: machine-readable results; `--only NAME`: files with this in their name. Exits
 * with 1 if a promise was broken, or if a control did not fail.
 */

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, only: { type: 'string' } },
})

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
if (!existsSync(program)) {
  process.stderr.write('The program is not built: npm run build\n')
  process.exit(1)
}
const figures = new Figures()
const vitest = await startVitest('test', values.only === undefined ? [] : [values.only], {
  config: 'test/faults/faults.config.ts',
  watch: false,
  provide: { quick: values.quick, program },
  reporters: ['default', figures],
})
await vitest.close()
figures.print()
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures.rows, null, 2)}\n`)
