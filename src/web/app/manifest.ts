import type { FastifyReply } from 'fastify'
import { directionOf } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
import { iconPath, MANIFEST_PATH } from '../assets/icons.ts'
import type { Exchange } from '../request/exchange.ts'
import { shownIdentity } from '../request/shown-identity.ts'
import { openPage } from '../visits/page.ts'
import { SERVICE_NAME } from '../words/service-name.ts'

/** The light paper of the stylesheet's tokens: not every system reads its notation. */
const PAPER = '#fcfaf6'
const AN_HOUR = 'private, max-age=3600'

export const manifestPage = openPage({ path: MANIFEST_PATH, show: sendManifest })

/** GET /manifest.webmanifest: what a browser needs to install the service like an app. */
async function sendManifest({ reply, services }: Exchange): Promise<FastifyReply> {
  return reply
    .type('application/manifest+json; charset=utf-8')
    .header('cache-control', AN_HOUR)
    .header('vary', 'accept-language, cookie')
    .serializer(JSON.stringify)
    .send(manifest(shownIdentity(services.db).name ?? SERVICE_NAME))
}

function manifest(name: string): object {
  const icon = (name: 'icon' | 'maskable', size: 192 | 512) => ({
    src: iconPath(`${name}-${size}`),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose: name === 'icon' ? 'any' : 'maskable',
  })
  return {
    id: '/',
    name,
    short_name: name,
    description: t('page.welcome_heading'),
    lang: spoken(),
    dir: directionOf(spoken()),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: PAPER,
    background_color: PAPER,
    icons: [icon('icon', 192), icon('icon', 512), icon('maskable', 192), icon('maskable', 512)],
  }
}
