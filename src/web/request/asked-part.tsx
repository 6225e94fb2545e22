import type { FastifyReply, FastifyRequest } from 'fastify'
import { createContext, type VNode } from 'preact'
import { type Identity, PLAIN_IDENTITY } from '../../groups/service/identity.ts'
import type { Services } from '../../http/services.ts'
import { newToken } from '../../users/secret.ts'
import { PageToken } from './once-part.tsx'
import { returnPath } from './own-path.ts'
import { shownIdentity } from './shown-identity.ts'
import { ShownTo, shownTo } from './shown-to-part.tsx'
import { type Theme, themeOf } from './theme.ts'

type Config = Services['config']

/** What a page takes from its request. */
export type Asked = { reply: FastifyReply; services: Pick<Services, 'db' | 'config'> }

/** The path of the page that is shown, to return to. */
export const PagePath = createContext('/')

/** The theme chosen in the requesting browser; null: the system's. */
export const ChosenTheme = createContext<Theme | null>(null)

/** Whether the page is in its group's time zone, as nobody knows the reader's: a script asks again then. */
export const ZoneGuessed = createContext(false)

const guessed = new WeakSet<FastifyRequest>()

/** Stores that the page is in its group's time zone: a browser that runs scripts may know a better one. */
export function noteZoneGuessed(request: FastifyRequest): void {
  guessed.add(request)
}

/** The answer is another page, which has no times: a 404 is the same for pages that exist. */
export function forgetZoneGuessed(request: FastifyRequest): void {
  guessed.delete(request)
}

/** Whether this service sends mails: a page that promises one says otherwise if not. */
export const SendsMail = createContext(true)

/** The same for a handler: all visitors may know. */
export function sendsMail({ services }: { services: { config: Pick<Config, 'smtp_url'> } }): boolean {
  return services.config.smtp_url !== null
}

/** The name and logo of the service. */
export const Service = createContext<Identity>(PLAIN_IDENTITY)

/**
 * The page with facts of its request for all of its parts. The response to a form has no URL to return to.
 */
export function asAsked({ reply: { request }, services }: Asked, page: VNode): VNode {
  const path = request.method === 'POST' ? '/' : returnPath(request.url)
  return (
    <Service.Provider value={shownIdentity(services.db)}>
      <ChosenTheme.Provider value={themeOf(request)}>
        <SendsMail.Provider value={sendsMail({ services })}>
          <ShownTo.Provider value={shownTo(request)}>
            <ZoneGuessed.Provider value={guessed.has(request)}>
              <PageToken.Provider value={newToken()}>
                <PagePath.Provider value={path}>{page}</PagePath.Provider>
              </PageToken.Provider>
            </ZoneGuessed.Provider>
          </ShownTo.Provider>
        </SendsMail.Provider>
      </ChosenTheme.Provider>
    </Service.Provider>
  )
}
