import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { browserWords } from '../../users/browser-words.ts'
import type { ListedSession } from '../../users/load-sessions.ts'
import { Time } from '../parts/date-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { rich } from '../words/rich.tsx'

type Props = { sessions: ListedSession[]; own_id: number; zone: string }

/** A person's sessions, each with a button that ends it. */
export function SessionsPart({ sessions, own_id, zone }: Props): VNode {
  return (
    <section class="stack" aria-labelledby="sessions">
      <h2 id="sessions">{t('account.signed_in_on')}</h2>
      <ul class="list bare">
        {sessions.map((session) => (
          <Session key={session.id} session={session} own={session.id === own_id} zone={zone} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <PostForm action="/account/sessions/end">
          <button class="button plain" type="submit" name="session" value="others">
            {t('account.sign_out_others')}
          </button>
        </PostForm>
      )}
      <p>
        <a href="/account/access">{t('access.title')}</a>
        <br />
        <span class="small quiet">{t('access.link_about')} </span>
      </p>
    </section>
  )
}

function Session({ session, own, zone }: { session: ListedSession; own: boolean; zone: string }): VNode {
  const browser = browserWords(session.browser)
  return (
    <li class="row">
      <div>
        <p>
          {browser} {own && <strong class="mark">{t('account.this_browser')}</strong>}
        </p>
        <p class="small quiet">
          {rich('account.since', { when: <Time at={session.created_at} zone={zone} /> })}
        </p>
      </div>
      {!own && (
        <PostForm action="/account/sessions/end">
          <button
            class="link"
            type="submit"
            name="session"
            value={session.id}
            aria-label={t('account.sign_out_browser', { browser })}
          >
            {t('page.sign_out')}
          </button>
        </PostForm>
      )}
    </li>
  )
}
