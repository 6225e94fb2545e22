import type { FastifyReply } from 'fastify'
import { createContext, type VNode } from 'preact'
import { type Theme, themeOf } from './theme.ts'

/** Where the page that is shown has its address, without its query: there may be a token in it. */
export const PagePath = createContext('/')

/** The theme that is chosen in the browser which asks; null: that of its system. */
export const ChosenTheme = createContext<Theme | null>(null)

/**
 * The page, with what its request says known to all of its parts. What answers a form has no address to come
 * back to.
 */
export function asAsked({ reply: { request } }: { reply: FastifyReply }, page: VNode): VNode {
  const [path = '/'] = request.url.split('?', 1)
  return (
    <ChosenTheme.Provider value={themeOf(request)}>
      <PagePath.Provider value={request.method === 'GET' ? path : '/'}>{page}</PagePath.Provider>
    </ChosenTheme.Provider>
  )
}
