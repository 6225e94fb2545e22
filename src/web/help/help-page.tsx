import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { TYPE_COUNT } from '../../polls/poll-words.ts'
import { Layout, type Viewer } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'

export const helpPage = openPage({ path: '/help', show: showHelp })

/** GET /help: what there is, in the order in which people ask. */
async function showHelp(exchange: Exchange): Promise<FastifyReply> {
  return sendPage(exchange, <HelpPage viewer={await signedIn(exchange)} />)
}

/** `pages`: where all of it is told. */
type Part = { title: string; questions: Ask[]; pages?: Ask[] }
type Ask = { href: string; words: string; about?: string }

const [VOTING, FACILITATING] = ['/help/voting', '/help/facilitating']

const PARTS: Part[] = [
  {
    title: 'Voting and taking part',
    questions: [
      { href: `${VOTING}#ballot`, words: 'How do I vote?' },
      { href: `${VOTING}#changing`, words: 'Can I change my vote?' },
      { href: `${VOTING}#seen`, words: 'Who sees what I chose?' },
      { href: `${VOTING}#results`, words: 'When do I see results?' },
      { href: `${VOTING}#signing-in`, words: 'How do I sign in without a password?' },
      { href: `${VOTING}#link`, words: 'I lost the mail with my link' },
      { href: `${VOTING}#mails`, words: 'How do I stop mails?' },
      { href: `${VOTING}#keys`, words: 'Which keys are there?' },
    ],
    pages: [{ href: VOTING, words: 'All about voting and taking part' }],
  },
  {
    title: 'Running polls and threads',
    questions: [
      { href: `${FACILITATING}#making`, words: 'How do I make a poll?' },
      {
        href: `${FACILITATING}#types`,
        words: 'What do the types of poll mean?',
        about: `There are ${TYPE_COUNT}, each with a picture of its ballot`,
      },
      { href: `${FACILITATING}#voters`, words: 'Who votes, and how do I invite more?' },
      { href: `${FACILITATING}#secrecy`, words: 'Should it be anonymous?' },
      { href: `${FACILITATING}#passing`, words: 'When has it passed?' },
      { href: `${FACILITATING}#outcomes`, words: 'How do I write down what was decided?' },
    ],
    pages: [{ href: FACILITATING, words: 'All about running polls and threads' }],
  },
  {
    title: 'Looking after a group',
    questions: [
      { href: `${FACILITATING}#inviting`, words: 'How do I invite people to the group?' },
      { href: `${FACILITATING}#admins`, words: 'What do admins do?' },
      { href: '/help/moving', words: 'How do we move here from another service?' },
    ],
  },
  {
    title: 'For programs',
    questions: [
      {
        href: '/help/api',
        words: 'HTTP interface',
        about: 'Every address, its fields, examples to copy in curl, TypeScript and Python',
      },
      { href: '/help/api#errors', words: 'Error codes', about: 'What each means and what to do' },
      {
        href: '/help/api/b2',
        words: 'Programs of b2 services',
        about: 'The same threads and polls, with a key of your own',
      },
      {
        href: '/help/mcp',
        words: 'Assistants',
        about: 'Tools for programs that speak the Model Context Protocol',
      },
      {
        href: '/help/api/changes',
        words: 'Changes of the interface',
        about: 'What changed, and what a program can rely on',
      },
    ],
  },
]

function HelpPage({ viewer }: { viewer: Viewer }): VNode {
  return (
    <Layout title="Help" viewer={viewer} sheets={['help']}>
      <h1>Help</h1>
      <div class="questions">
        {PARTS.map((part) => (
          <PartOfHelp key={part.title} part={part} />
        ))}
      </div>
    </Layout>
  )
}

function PartOfHelp({ part: { title, questions, pages = [] } }: { part: Part }): VNode {
  return (
    <section>
      <h2>{title}</h2>
      <ul class="list bare">
        {[...questions, ...pages].map(({ href, words, about }) => (
          <li key={href}>
            <a href={href}>{words}</a>
            {about !== undefined && <p class="small quiet">{about}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
