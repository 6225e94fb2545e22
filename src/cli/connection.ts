import { ApiError, UnreachableError } from '@folkmoot/client'
import { readConfig } from '../config.ts'
import { Halt } from '../errors.ts'
import { type Call, given } from './args/command.ts'

const KEY_VARIABLE = 'FOLKMOOT_API_KEY'
const URL_VARIABLE = 'FOLKMOOT_URL'

/** The service that a command connects to, and its key. Halt: no key is set. */
export function connectionOf(call: Call): { url: string; key: string } {
  const key = call.env[KEY_VARIABLE]?.trim() ?? ''
  if (key === '') throw new Halt(`Set ${KEY_VARIABLE} to an API key; create one with "key create".`)
  const told = given(call, 'url') ?? call.env[URL_VARIABLE]?.trim() ?? ''
  return { key, url: told === '' ? readConfig(call.env).public_url : told }
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
