import type { FastifyReply } from 'fastify'
import { createContext, type VNode } from 'preact'
import { type Identity, PLAIN_IDENTITY } from '../../groups/service/identity.ts'
import type { Services } from '../../http/services.ts'
import { shownIdentity } from './shown-identity.ts'
import { type Theme, themeOf } from './theme.ts'

/** What a page takes from its request. */
export type Asked = { reply: FastifyReply; services: Pick<Services, 'db'> }

/** The URL of the page that is shown, without the query string: it may contain a token. */
export const PagePath = createContext('/')

/** The theme chosen in the requesting browser; null: the system's. */
export const ChosenTheme = createContext<Theme | null>(null)

/** The name and logo of the service. */
export const Service = createContext<Identity>(PLAIN_IDENTITY)

/**
 * The page with facts of its request for all of its parts. The response to a form has no URL to return to.
 */
export function asAsked({ reply: { request }, services }: Asked, page: VNode): VNode {
  const [path = '/'] = request.url.split('?', 1)
  return (
    <Service.Provider value={shownIdentity(services.db)}>
      <ChosenTheme.Provider value={themeOf(request)}>
        <PagePath.Provider value={request.method === 'GET' ? path : '/'}>{page}</PagePath.Provider>
      </ChosenTheme.Provider>
    </Service.Provider>
  )
}
