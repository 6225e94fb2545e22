import { randomInt } from 'node:crypto'

/** How much is done: `npm run test:security -- --quick` is for a first look. */
export const QUICK = process.env['SECURITY_QUICK'] === '1'

/** Where chance begins; printed, so that a failure can be repeated with `-- --seed N`. */
export const SEED = Number(process.env['SECURITY_SEED'] ?? randomInt(2 ** 31))

/** A figure for whoever reads along. */
export function tell(line: string): void {
  process.stdout.write(`  ${line}\n`)
}
