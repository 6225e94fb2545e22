import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { type Poll, pollState, votedElsewhere } from '../../polls/poll.ts'
import { isRevealing } from '../../polls/results/revealing.ts'
import { Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { rich, richSentences } from '../words/rich.tsx'

type Props = { loaded: LoadedPoll; zone: string }

/** What is stored of an anonymous vote, which parts are destroyed and when, and what is not promised. */
export function AnonymousPart({ loaded, zone }: Props): VNode {
  const { poll, voters_count } = loaded
  if (votedElsewhere(poll))
    return (
      <section class="stack" aria-labelledby="anonymous">
        <h2 id="anonymous">{t('result.anonymous')}</h2>
        <p>{t('import.sealed')}</p>
      </section>
    )
  return (
    <section class="stack" aria-labelledby="anonymous">
      <h2 id="anonymous">{t('result.anonymous')}</h2>
      <p>{t(poll.receipts ? 'result.anonymous_about_receipts' : 'result.anonymous_about')}</p>
      <Secrecy poll={poll} zone={zone} />
      {isRevealing(voters_count) && (
        <p>{rich('result.anonymous_few', { strong: (text) => <strong>{text}</strong> })}</p>
      )}
      <p class="quiet">
        {rich('result.anonymous_limits', {
          link: (text) => (
            <a class="on-screen" href="/help/voting#anonymous">
              {text}
            </a>
          ),
        })}
      </p>
    </section>
  )
}

/** Two facts, each with its time: when the ballots were sealed, and when their key was destroyed. */
function Secrecy({ poll, zone }: { poll: Poll; zone: string }): VNode {
  const { sealed_at, key_destroyed_at, boxed_at, urn_key } = poll
  if (sealed_at === null)
    return (
      <>
        <p>{t('result.encrypted')}</p>
        {boxed_at !== null && <Earlier at={boxed_at} zone={zone} />}
      </>
    )
  return (
    <>
      <p>
        {richSentences([
          rich('result.sealed', { time: <Time at={sealed_at} zone={zone} /> }),
          key_destroyed_at !== null &&
            rich('result.key_destroyed', { time: <Time at={key_destroyed_at} zone={zone} /> }),
          key_destroyed_at === null && urn_key !== null && t('result.key_being_destroyed'),
        ])}
      </p>
      {boxed_at !== null && <Earlier at={boxed_at} zone={zone} />}
      {urn_key === null && <p class="quiet">{t('result.unencrypted')}</p>}
    </>
  )
}

/** Voting began before ballots were encrypted. */
function Earlier({ at, zone }: { at: Date; zone: string }): VNode {
  return <p class="quiet">{rich('result.unencrypted_before', { time: <Time at={at} zone={zone} /> })}</p>
}

/**
 * The key that decrypts the ballots is missing. While voting is open only people who manage the poll can act
 * on it.
 */
export function KeyMissingNote({
  loaded,
  facilitates,
}: {
  loaded: LoadedPoll
  facilitates: boolean
}): VNode | null {
  const { poll, now } = loaded
  const { is } = pollState(poll, now)
  if (poll.key_missing_at === null || poll.sealed_at !== null || (is === 'open' && !facilitates)) return null
  return (
    <Flash title={t('result.key_missing')} tone="plain">
      <p>{t('result.key_missing_about')}</p>
    </Flash>
  )
}
