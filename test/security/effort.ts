import { randomInt } from 'node:crypto'

/** The amount of work: `npm run test:security -- --quick` is for a first look. */
export const QUICK = process.env['SECURITY_QUICK'] === '1'

/** The random seed; printed, so that a failure can be reproduced with `-- --seed N`. */
export const SEED = Number(process.env['SECURITY_SEED'] ?? randomInt(2 ** 31))

/** Prints a figure. */
export function tell(line: string): void {
  process.stdout.write(`  ${line}\n`)
}
