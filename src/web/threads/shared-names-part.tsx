import type { VNode } from 'preact'
import type { NamedPerson } from '../../discussions/comments/load-comments.ts'
import { sharedNamesIn } from '../../discussions/comments/named-in-full.ts'
import { t } from '../../locales/say.ts'
import type { Talk, ThreadVisit } from '../../members/visits/load-thread.ts'
import { Flash } from '../parts/flash-part.tsx'
import { numberInQuery } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'

/** In the query of the page after a comment was posted: its number. */
export const POSTED = 'posted'

/**
 * Tells the author of a comment that was just posted which names in it mentioned nobody, because several
 * people have them. Null: none.
 */
export function sharedNamesNote(
  exchange: Exchange,
  { visitor }: Pick<ThreadVisit, 'visitor'>,
  { items, mentionable }: Talk,
): VNode | null {
  const id = numberInQuery(exchange, POSTED, 0)
  const comments = items.flatMap((item) => (item.is === 'comment' ? [item, ...item.replies] : []))
  const posted = comments.find(({ comment }) => comment.id === id)
  if (posted === undefined || posted.author.id !== visitor.id) return null
  const chosen = new Set(posted.mentioned.map((person) => person.id))
  const shared = sharedNamesIn(posted.comment.body ?? '', mentionable)
  const open = shared.filter((people) => !people.some((person) => chosen.has(person.id)))
  return open.length === 0 ? null : <SharedNames shared={open} />
}

function SharedNames({ shared }: { shared: NamedPerson[][] }): VNode {
  return (
    <>
      {shared.map(([first, ...others]) => {
        const [name, example] = [first?.name ?? '', first?.shown ?? '']
        return (
          <Flash
            key={name}
            tone="plain"
            title={t('thread.shared_name', { name, example, count: others.length + 1 })}
          />
        )
      })}
    </>
  )
}
