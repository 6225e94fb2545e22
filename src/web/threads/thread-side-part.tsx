import type { VNode } from 'preact'
import type { ThreadAbilities } from '../../discussions/thread-rights.ts'
import { t } from '../../locales/say.ts'
import type { ThreadVisit } from '../../members/visits/load-thread.ts'
import { Time } from '../parts/date-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { membersWords } from '../visits/members-words.ts'

/** The facts beside a thread: who started it and when, who reads it, and the available actions. */
export function ThreadSide({ visit, path }: { visit: ThreadVisit; path: string }): VNode {
  const { discussion, author, guests } = visit.thread
  const zone = visit.visitor.time_zone
  return (
    <>
      <dl class="facts">
        <dt>{t('thread.started_by')}</dt>
        <dd>
          <Person user={author} />
        </dd>
        <dt>{t('thread.started_at')}</dt>
        <dd>
          <Time at={discussion.created_at} zone={zone} />
        </dd>
        {discussion.closed_at !== null && (
          <>
            <dt>{t('thread.closed_at')}</dt>
            <dd>
              <Time at={discussion.closed_at} zone={zone} />
            </dd>
          </>
        )}
        <dt>{t('thread.readers')}</dt>
        <dd>
          <p>
            <a href={`${path}/people`}>{membersWords(visit.in_group.counts)}</a>
          </p>
          {guests > 0 && (
            <p>
              <a href={`${path}/people#guests`}>{t('thread.guests_count', { guests })}</a>
            </p>
          )}
        </dd>
      </dl>
      {hasActions(offered(visit)) && <ThreadActions visit={visit} path={path} />}
      {startsPolls(visit) && <ThumbActions visit={visit} />}
    </>
  )
}

/** The form of a new poll is for signed-in people: a visitor by link would only be asked to sign in. */
const startsPolls = ({ came_by, abilities }: ThreadVisit): boolean =>
  came_by === 'session' && abilities.start_poll

const offered = (visit: ThreadVisit): ThreadAbilities => ({
  ...visit.abilities,
  start_poll: startsPolls(visit),
})

/** Deleting is offered beside editing. */
function hasActions({ comment: _, discard: __, ...actions }: ThreadAbilities): boolean {
  return Object.values(actions).some(Boolean)
}

function newPollPath({ in_group, thread }: ThreadVisit): string {
  return `/new-poll?group=${in_group.group.handle}&thread=${thread.discussion.key}`
}

/** On a phone, what people do most stays at the bottom of the window. */
function ThumbActions({ visit }: { visit: ThreadVisit }): VNode {
  return (
    <p class="thumb">
      {visit.abilities.comment && (
        <a class="button plain" href="#body">
          {t('thread.add_comment')}
        </a>
      )}
      <a class="button plain" href={newPollPath(visit)}>
        {t('thread.start_poll')}
      </a>
    </p>
  )
}

function ThreadActions({ visit, path }: { visit: ThreadVisit; path: string }): VNode {
  const abilities = offered(visit)
  return (
    <ul class="thread-actions bare small">
      {abilities.start_poll && (
        <li class="beside">
          <a href={newPollPath(visit)}>{t('thread.start_poll')}</a>
        </li>
      )}
      {abilities.invite && (
        <li>
          <a href={`${path}/people#invite`}>{t('thread.invite')}</a>
        </li>
      )}
      {abilities.edit && (
        <li>
          <a href={`${path}/edit`}>{t('thread.edit_thread')}</a>
        </li>
      )}
      {(abilities.close || abilities.reopen) && (
        <li>
          <PostForm action={`${path}/${abilities.close ? 'close' : 'reopen'}`}>
            <Once />
            <button class="link" type="submit">
              {t(abilities.close ? 'thread.close_thread' : 'thread.reopen_thread')}
            </button>
          </PostForm>
        </li>
      )}
    </ul>
  )
}
