import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { type PlainKey, t } from '../../locales/say.ts'
import { POLL_TYPE_NAMES } from '../../polls/types/index.ts'
import { Layout, type Viewer } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'

export const helpPage = openPage({ path: '/help', show: showHelp })

/** GET /help: the help topics, in the order in which people ask. */
async function showHelp(exchange: Exchange): Promise<FastifyReply> {
  return sendPage(exchange, <HelpPage viewer={await signedIn(exchange)} />)
}

/** `pages`: the pages with the full text. */
type Part = { title: PlainKey; questions: Ask[]; pages?: Ask[] }
type Ask = { href: string; words: PlainKey; about?: string }

const [VOTING, FACILITATING] = ['/help/voting', '/help/facilitating']

const partsOfHelp = (): Part[] => [
  {
    title: 'help.part.voting',
    questions: [
      { href: `${VOTING}#ballot`, words: 'help.ask.ballot' },
      { href: `${VOTING}#changing`, words: 'help.ask.changing' },
      { href: `${VOTING}#seen`, words: 'help.ask.seen' },
      { href: `${VOTING}#results`, words: 'help.ask.results' },
      { href: `${VOTING}#signing-in`, words: 'help.ask.signing_in' },
      { href: `${VOTING}#link`, words: 'help.ask.link' },
      { href: `${VOTING}#mails`, words: 'help.ask.mails' },
      { href: `${VOTING}#notices`, words: 'help.ask.notices' },
      { href: `${VOTING}#keys`, words: 'help.ask.keys' },
    ],
    pages: [{ href: VOTING, words: 'help.ask.all_voting' }],
  },
  {
    title: 'help.part.facilitating',
    questions: [
      { href: `${FACILITATING}#making`, words: 'help.ask.making' },
      {
        href: `${FACILITATING}#types`,
        words: 'help.ask.types',
        about: t('help.ask.types_about', { count: POLL_TYPE_NAMES.length }),
      },
      { href: `${FACILITATING}#voters`, words: 'help.ask.voters' },
      { href: `${FACILITATING}#secrecy`, words: 'help.ask.secrecy' },
      { href: `${FACILITATING}#passing`, words: 'help.ask.passing' },
      { href: `${FACILITATING}#outcomes`, words: 'help.ask.outcomes' },
      { href: '/help/counting', words: 'help.counting.title' },
      { href: '/help/checking', words: 'help.checking.title' },
    ],
    pages: [{ href: FACILITATING, words: 'help.ask.all_facilitating' }],
  },
  {
    title: 'help.part.admins',
    questions: [
      { href: `${FACILITATING}#inviting`, words: 'help.ask.inviting' },
      { href: `${FACILITATING}#admins`, words: 'help.ask.admins' },
      { href: `${FACILITATING}#public`, words: 'help.ask.public' },
      { href: '/help/moving', words: 'help.ask.moving' },
      { href: '/help/running', words: 'help.ask.running' },
    ],
  },
  {
    title: 'help.part.programs',
    questions: [
      { href: '/help/api', words: 'help.ask.api', about: t('help.ask.api_about') },
      { href: '/help/api#errors', words: 'help.ask.errors', about: t('help.ask.errors_about') },
      { href: '/help/api/b2', words: 'help.ask.b2', about: t('help.ask.b2_about') },
      { href: '/help/mcp', words: 'help.ask.mcp', about: t('help.ask.mcp_about') },
      { href: '/help/api/changes', words: 'help.ask.changes', about: t('help.ask.changes_about') },
    ],
  },
]

function HelpPage({ viewer }: { viewer: Viewer }): VNode {
  return (
    <Layout title={t('help.title')} viewer={viewer} sheets={['help']}>
      <h1>{t('help.title')}</h1>
      <div class="questions">
        {partsOfHelp().map((part) => (
          <PartOfHelp key={part.title} part={part} />
        ))}
      </div>
    </Layout>
  )
}

function PartOfHelp({ part: { title, questions, pages = [] } }: { part: Part }): VNode {
  return (
    <section>
      <h2>{t(title)}</h2>
      <ul class="list bare">
        {[...questions, ...pages].map(({ href, words, about }) => (
          <li key={href}>
            <a href={href}>{t(words)}</a>
            {about !== undefined && <p class="small quiet">{about}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
