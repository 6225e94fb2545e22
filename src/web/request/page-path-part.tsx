import type { FastifyReply } from 'fastify'
import { createContext, type VNode } from 'preact'

/** Where the page that is shown has its address, without its query: there may be a token in it. */
export const PagePath = createContext('/')

/** The page, with its address known to all of its parts. What answers a form has none to come back to. */
export function atItsPath({ reply: { request } }: { reply: FastifyReply }, page: VNode): VNode {
  const [path = '/'] = request.url.split('?', 1)
  return <PagePath.Provider value={request.method === 'GET' ? path : '/'}>{page}</PagePath.Provider>
}
