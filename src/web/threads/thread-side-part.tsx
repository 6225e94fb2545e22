import type { VNode } from 'preact'
import type { ThreadAbilities } from '../../discussions/thread-rights.ts'
import type { ThreadVisit } from '../../members/visits/load-thread.ts'
import { count } from '../../text/counted.ts'
import { Time } from '../parts/date-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { Once } from '../request/once-part.tsx'

/** What stands beside a thread: who started it and when, who reads it, and what may be done with it. */
export function ThreadSide({ visit, path }: { visit: ThreadVisit; path: string }): VNode {
  const { discussion, author, members, guests } = visit.thread
  const zone = visit.visitor.time_zone
  return (
    <>
      <dl class="facts">
        <dt>Started by</dt>
        <dd>
          <Person user={author} />
        </dd>
        <dt>Started</dt>
        <dd>
          <Time at={discussion.created_at} zone={zone} />
        </dd>
        {discussion.closed_at !== null && (
          <>
            <dt>Closed</dt>
            <dd>
              <Time at={discussion.closed_at} zone={zone} />
            </dd>
          </>
        )}
        <dt>Readers</dt>
        <dd>
          <a href={`${path}/people`}>
            {`${count(members, 'member')}${guests === 0 ? '' : ` and ${count(guests, 'guest')}`}`}
          </a>
        </dd>
      </dl>
      {hasActions(visit.abilities) && <ThreadActions visit={visit} path={path} />}
    </>
  )
}

function hasActions({ comment: _, ...actions }: ThreadAbilities): boolean {
  return Object.values(actions).some(Boolean)
}

function ThreadActions({ visit, path }: { visit: ThreadVisit; path: string }): VNode {
  const { abilities, thread, in_group } = visit
  const there = `group=${in_group.group.handle}&thread=${thread.discussion.key}`
  return (
    <ul class="thread-actions bare small">
      {abilities.start_poll && (
        <li>
          <a href={`/new-poll?${there}`}>Start a poll here</a>
        </li>
      )}
      {abilities.invite && (
        <li>
          <a href={`${path}/people#invite`}>Invite people</a>
        </li>
      )}
      {abilities.edit && (
        <li>
          <a href={`${path}/edit`}>Edit the thread</a>
        </li>
      )}
      {(abilities.close || abilities.reopen) && (
        <li>
          <form method="post" action={`${path}/${abilities.close ? 'close' : 'reopen'}`}>
            <Once />
            <button class="link" type="submit">
              {abilities.close ? 'Close the thread' : 'Reopen the thread'}
            </button>
          </form>
        </li>
      )}
    </ul>
  )
}
