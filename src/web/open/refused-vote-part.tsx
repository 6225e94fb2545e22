import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import type { OpenBallot, OpenVisit } from '../../polls/open/load-open-link.ts'
import { pollState } from '../../polls/poll.ts'
import { voteWords } from '../../sentences/vote-words.ts'
import { ErrorSummary } from '../parts/error-part.tsx'
import { AskedOther, ClosedBefore, NotRecorded, Unsure } from '../polls/not-recorded-part.tsx'
import { rich } from '../words/rich.tsx'
import { editsAddress } from './open-ballot-part.tsx'
import { GONE_STATUS, HINDRANCES } from './open-frame-part.tsx'
import type { Refused, SentVote } from './sent-vote.ts'

const CONFLICT_STATUS = 409
const INVALID_STATUS = 422
const TOO_MANY_STATUS = 429

export const REFUSED_STATUS: Record<Refused['why'], number> = {
  ended: GONE_STATUS,
  used_up: GONE_STATUS,
  closed: CONFLICT_STATUS,
  no_cookies: CONFLICT_STATUS,
  asked_other: CONFLICT_STATUS,
  voted: CONFLICT_STATUS,
  changed: CONFLICT_STATUS,
  empty: INVALID_STATUS,
  invalid: INVALID_STATUS,
  too_many: TOO_MANY_STATUS,
}

type Props = { refused: Refused; visit: OpenVisit; sent: SentVote }

/** Says that a vote was not recorded, and why. Null: the ballot says so itself, beside what to fix. */
export function RefusedNote({ refused, visit, sent }: Props): VNode | null {
  const { why } = refused
  switch (why) {
    case 'invalid':
      return null
    case 'changed':
      // If voting closed just then, there is no ballot that could say it.
      return isOpen(visit) ? null : <TooLate visit={visit} />
    case 'empty':
      return <Unsure own={visit.own} />
    case 'asked_other':
      return <AskedOther history={editsAddress(sent.token)} />
    case 'voted':
      return visit.own && <VotedBefore own={visit.own} loaded={visit.loaded} />
    case 'closed':
      return <TooLate visit={visit} />
    case 'no_cookies':
      return <Untaken title={t('open_link.no_cookies')} text={t('open_link.no_cookies_text')} />
    case 'ended':
    case 'used_up':
      return <Untaken title={t(HINDRANCES[why])} text={t('join.new_link')} />
    case 'too_many':
      return (
        <ErrorSummary>
          <strong>{t('open_link.too_many')}</strong>
          <p>{t('open_link.too_many_text', { minutes: refused.minutes })}</p>
        </ErrorSummary>
      )
  }
}

const isOpen = ({ loaded: { poll, now } }: OpenVisit): boolean => pollState(poll, now).is === 'open'

function TooLate({ visit: { loaded } }: Pick<Props, 'visit'>): VNode {
  const state = pollState(loaded.poll, loaded.now)
  return <NotRecorded>{state.is === 'closed' && <ClosedBefore />}</NotRecorded>
}

function VotedBefore({ own, loaded }: { own: OpenBallot } & Pick<OpenVisit, 'loaded'>): VNode {
  const vote = voteWords(own.scores, loaded)
  return (
    <NotRecorded>
      <p>{sentences([t('poll.voted_meanwhile', { vote }), t('open_link.voted_as', { name: own.name })])}</p>
      <p>{rich('poll.replace_vote', { link: (text) => <a href="#ballot">{text}</a> })}</p>
    </NotRecorded>
  )
}

/** `title` is no sentence: it says what is in the way. */
function Untaken({ title, text }: { title: string; text: string }): VNode {
  return (
    <ErrorSummary>
      <strong>{title}</strong>
      <p>{sentences([text, t('poll.vote_not_recorded')])}</p>
    </ErrorSummary>
  )
}
