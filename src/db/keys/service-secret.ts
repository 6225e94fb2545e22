import { keyIn } from './key-file.ts'

/**
 * The service's secret: 32 random bytes in a file, created when there is none. Throws a one-line Halt when
 * the file holds anything else or cannot be created.
 */
export function serviceSecret(file: string): Promise<Buffer> {
  return keyIn({ setting: 'SECRET_KEY_FILE', file, holds: 'secret' })
}
