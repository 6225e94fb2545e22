import type { FastifyReply } from 'fastify'
import { createContext, type VNode } from 'preact'
import { type Theme, themeOf } from './theme.ts'

/** The URL of the page that is shown, without the query string: it may contain a token. */
export const PagePath = createContext('/')

/** The theme chosen in the requesting browser; null: the system's. */
export const ChosenTheme = createContext<Theme | null>(null)

/**
 * The page with facts of its request for all of its parts. The response to a form has no URL to return to.
 */
export function asAsked({ reply: { request } }: { reply: FastifyReply }, page: VNode): VNode {
  const [path = '/'] = request.url.split('?', 1)
  return (
    <ChosenTheme.Provider value={themeOf(request)}>
      <PagePath.Provider value={request.method === 'GET' ? path : '/'}>{page}</PagePath.Provider>
    </ChosenTheme.Provider>
  )
}
