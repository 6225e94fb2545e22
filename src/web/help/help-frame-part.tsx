import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { typeName } from '../../polls/poll-words.ts'
import { POLL_TYPE_NAMES } from '../../polls/types/index.ts'
import { pageOf } from '../ballots/index.ts'
import { BallotPicture } from '../ballots/picture-part.tsx'
import type { TypePage } from '../ballots/type-page.ts'
import { Layout, type Viewer } from '../parts/layout.tsx'

/** A piece of help, with the name by which pages lead to it. */
export type Chapter = { id: string; title: string; text: VNode }

/** What a page of help says. */
export type Help = { title: string; about: string; chapters: Chapter[] }

/** A page of help; `words` says what is on it in the language that is spoken. */
export function HelpFrame({ words, viewer }: { words: () => Help; viewer: Viewer }): VNode {
  const { title, about, chapters } = words()
  return (
    <Layout
      title={title}
      viewer={viewer}
      sheets={['help', 'poll-types']}
      crumbs={[
        { label: t('help.title'), href: '/help' },
        { label: title, href: null },
      ]}
      side={<Contents chapters={chapters} />}
      side_first
      opening={
        <>
          <h1>{title}</h1>
          <p>{about}</p>
        </>
      }
    >
      {chapters.map(({ id, title: heading, text }) => (
        <section key={id} class="stack" aria-labelledby={id}>
          <h2 id={id}>{heading}</h2>
          {text}
        </section>
      ))}
    </Layout>
  )
}

function Contents({ chapters }: Pick<Help, 'chapters'>): VNode {
  return (
    <nav class="contents" aria-labelledby="contents">
      <h2 id="contents">{t('help.on_this_page')}</h2>
      <ul class="bare">
        {chapters.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Every type of poll with the picture of its ballot and what is said of it to voters, or to those who ask.
 */
export function TypesPart({ words }: { words: keyof TypePage['help'] }): VNode {
  return (
    <ul class="types bare">
      {POLL_TYPE_NAMES.map((type) => (
        <li key={type}>
          <BallotPicture type={type} />
          <div>
            <strong>{typeName(type)}</strong>
            <p>{t(pageOf(type).help[words])}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
