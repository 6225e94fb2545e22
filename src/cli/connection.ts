import { ApiError, UnreachableError } from '@folkmoot/client'
import { readConfig } from '../config.ts'
import { shown } from '../config-shown.ts'
import { Halt } from '../errors.ts'
import { type Call, given } from './args/command.ts'

const KEY_VARIABLE = 'FOLKMOOT_API_KEY'
const URL_VARIABLE = 'FOLKMOOT_URL'

/** The service that a command connects to, and its key. Halt: no key, or an address with a password. */
export function connectionOf(call: Call): { url: string; key: string } {
  const key = call.env[KEY_VARIABLE]?.trim() ?? ''
  if (key === '') throw new Halt(`Set ${KEY_VARIABLE} to an API key; create one with "key create".`)
  const typed = given(call, 'url')
  const told = typed ?? call.env[URL_VARIABLE]?.trim() ?? ''
  if (hasUser(told))
    throw new Halt(
      `${typed === null ? URL_VARIABLE : '--url'} must not contain a user name or password; it is ${shown(told)}.`,
    )
  return { key, url: told === '' ? readConfig(call.env).public_url : told }
}

/** HTTP clients refuse such an address in words that repeat it. */
function hasUser(address: string): boolean {
  const user = URL.canParse(address) ? new URL(address).username : ''
  return user !== '' || shown(address) !== address
}

/** Reports the service's own error message. */
export async function asTold<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApiError) throw new Halt(wordsOf(error))
    if (error instanceof UnreachableError)
      throw new Halt(`${error.message} Is it running? Use --url for a different service.`)
    if (error instanceof TypeError) throw new Halt(`${error.message.replace(/^url/, 'The URL')}.`)
    throw error
  }
}

function wordsOf({ status, code, message, request_id }: ApiError): string {
  const named = code === 'unknown' ? `HTTP ${status}` : `${status} ${code}`
  return `${message} (${named}${request_id === null ? '' : `, request ${request_id}`})`
}
