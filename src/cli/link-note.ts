import type { Config } from '../config.ts'
import { fitted } from './print.ts'
import { lineWidth } from './terminal.ts'

/**
 * Says on standard error that a printed link is for the default address. A service that was started with
 * other settings has another one, and nothing here knows it.
 */
export function noteDefaultAddress(env: NodeJS.ProcessEnv, { public_url }: Pick<Config, 'public_url'>): void {
  if (env['PUBLIC_URL'] !== undefined) return
  const note = `This link is for ${public_url}, because PUBLIC_URL is not set here. If the service runs at another address, run this command with the same settings as the service.`
  process.stderr.write(`\n${fitted(note, lineWidth())}\n`)
}
