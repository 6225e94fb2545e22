import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { Empty } from '../parts/empty-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { When } from '../parts/when-part.tsx'
import type { ThreadScene } from './comment-part.tsx'

/** The opening post. */
export function Opening({ scene: { visit, path, names, mentions } }: { scene: ThreadScene }): VNode {
  const { discussion, author } = visit.thread
  const clock = { now: visit.now, zone: visit.visitor.time_zone }
  return (
    <article class="stack opening-post" aria-label={t('thread.opening_post')}>
      <div class="byline">
        <Person user={author} shown={names.get(author.id)} />
        <When at={discussion.created_at} on={clock} href={path} />
        {discussion.versions_count > 1 && <a href={`${path}/history`}>{t('thread.edited')}</a>}
      </div>
      {discussion.description === null || discussion.description.trim() === '' ? (
        <Empty>{t('thread.title_alone')}</Empty>
      ) : (
        <RichText
          text={discussion.description}
          format={discussion.description_format}
          lang={discussion.content_locale}
          mentions={mentions}
        />
      )}
    </article>
  )
}
