import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { OpenVoter } from '../../members/visits/load-open-voters.ts'
import type { Scores } from '../../polls/ballots/ballot.ts'
import { leadOf } from '../../polls/counts/lead.ts'
import { isElection } from '../../polls/counts/methods.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { voteWords } from '../../sentences/vote-words.ts'
import { NO_SINGLE } from '../drawings/picture.ts'
import { rich } from '../words/rich.tsx'
import { ResultPicture } from './picture-part.tsx'

/** The anchor of the votes by open links. */
const OPEN_PLACE = 'open-votes'

/**
 * The totals of votes by open links, apart from the result. `voters`: who cast them and what, for people who
 * see single ballots; null: they are not asked for, or not visible. `sees_addresses`: with addresses.
 */
function OpenVotes({
  loaded,
  voters,
  sees_addresses,
  zone,
}: {
  loaded: LoadedPoll
  voters: OpenVoter[] | null
  sees_addresses: boolean
  zone: string
}): VNode {
  return (
    <>
      <OpenTotals loaded={loaded} zone={zone} />
      {voters !== null && (
        <>
          <ul class="bare stack">
            {voters.map((voter) => (
              <li key={voter.id}>
                <Voter voter={voter} loaded={loaded} sees_addresses={sees_addresses} />
              </li>
            ))}
          </ul>
          {voters.length < loaded.open_count && (
            <p class="small quiet">{t('open_link.newest', { count: voters.length })}</p>
          )}
        </>
      )}
    </>
  )
}

type TotalsProps = { loaded: LoadedPoll; own?: Scores | null; zone: string }

/** The totals alone. `own`: the reader's vote among them, which is marked. */
export function OpenTotals({ loaded, own = null, zone }: TotalsProps): VNode | null {
  const { results } = loaded
  if (!results.shown || results.open === null) return null
  const { open } = results
  const shown = { ...open, shown: true as const, named: false, open: null }
  // These votes elect nobody.
  const lead = isElection(loaded.poll) ? null : leadOf({ ...loaded, results: shown }, null)
  return (
    <ResultPicture
      of={{ ...loaded, results: shown, voters_count: open.as_of, lead, counted: null }}
      single={{ ...NO_SINGLE, own }}
      zone={zone}
    />
  )
}

type VoterProps = { voter: OpenVoter; loaded: LoadedPoll; sees_addresses: boolean }

function Voter({ voter: { name, email, scores, like, own }, loaded, sees_addresses }: VoterProps): VNode {
  return (
    <>
      <bdi>
        <strong>{name}</strong>
      </bdi>
      {own && <span class="on-screen">{` ${t('result.you')}`}</span>}{' '}
      <span class="mark">{t('open_link.mark')}</span> {voteWords(scores, loaded)}
      {sees_addresses && email !== null && <span class="small quiet"> {email}</span>}
      {like !== null && <p class="small note">{rich('open_link.like', { name: <bdi>{like}</bdi> })}</p>}
    </>
  )
}

type PartProps = { loaded: LoadedPoll; voters: OpenVoter[] | null; sees_addresses: boolean; zone: string }

/** Beside the result: how many voted by open link, and on request these votes. Null: none, or hidden. */
export function OpenVotesPart({ loaded, voters, sees_addresses, zone }: PartProps): VNode | null {
  const { poll, results, open_count } = loaded
  if (open_count === 0 || !results.shown) return null
  const shown = voters !== null
  return (
    <section class="stack" id={OPEN_PLACE} aria-labelledby="open-votes-title">
      <h3 id="open-votes-title">{t('open_link.title')}</h3>
      <p>{t('open_link.count', { count: open_count })}</p>
      {shown && <OpenVotes loaded={loaded} voters={voters} sees_addresses={sees_addresses} zone={zone} />}
      <p class="row on-screen">
        <a href={shown ? `/p/${poll.key}` : `/p/${poll.key}?open#${OPEN_PLACE}`}>
          {t(shown ? 'open_link.hide' : 'open_link.show')}
        </a>
      </p>
    </section>
  )
}

/** For whoever runs the poll: votes were refused because there were too many. */
export function Flooded(): VNode {
  return (
    <p class="note bad" role="alert">
      {t('open_link.flooded')}
    </p>
  )
}
