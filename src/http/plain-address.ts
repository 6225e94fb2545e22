import type { IncomingMessage } from 'node:http'

const WITH_FORMAT = /^(\/api\/b1\/[^?]*[^?/])\.json(?=\?|$)/
const WITH_SLASH = /^(\/api\/b1\/\w+)\/(?=\?|$)/

/**
 * The address of a request as the routes have it. Clients written for the first b1, a Rails service, may
 * write `.json` after it, or post to it with a slash at the end. In a GET that slash is followed by an empty
 * reference, which must find nothing rather than the list of all records.
 */
export function plainAddress({ url = '', method }: Pick<IncomingMessage, 'url' | 'method'>): string {
  const ended = url.replace(WITH_FORMAT, '$1')
  return method === 'POST' ? ended.replace(WITH_SLASH, '$1') : ended
}
