import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { typeName } from '../../polls/poll-words.ts'
import { POLL_TYPE_NAMES } from '../../polls/types/index.ts'
import { pageOf } from '../ballots/index.ts'
import { BallotPicture } from '../ballots/picture-part.tsx'
import type { TypePage } from '../ballots/type-page.ts'
import { Layout, type Viewer } from '../parts/layout.tsx'
import { Contents } from '../visits/contents-part.tsx'

/** A section of help, with its anchor. */
export type Chapter = { id: string; title: string; text: VNode }

/** The content of a help page. */
export type Help = { title: string; about: string; chapters: Chapter[] }

/** A help page; `words` returns its content in the current language. */
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
      side={<Contents sections={chapters} />}
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

/** Every poll type with a picture of its ballot and its description for voters or facilitators. */
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
