import { newToken } from '../secret.ts'

const MARK = 'masked.'

/**
 * A token of a browser that must not see the whole address of its request. The stored hash is of the mark,
 * too, so that the browser cannot take it away.
 */
export function maskingToken(): string {
  return `${MARK}${newToken()}`
}

export function isMasking(token: string): boolean {
  return token.startsWith(MARK)
}
