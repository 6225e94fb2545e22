import type { VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import { joinsByVoting } from '../../members/visits/visit.ts'
import type { OwnBallot } from '../../polls/ballots/load-ballot.ts'
import type { Poll } from '../../polls/poll.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { Mark } from '../poll-words/options-part.tsx'
import { inVotersOrder } from '../poll-words/poll-words.ts'
import { OwnNameField } from '../visits/own-name-part.tsx'
import { rich } from '../words/rich.tsx'
import { type Faults, SINCE_FIELD, type Typed, toldVote } from './ballot-form.ts'
import { ballotWords, voteWords } from './ballot-words.ts'
import { pageOf } from './index.ts'

/**
 * The form as it is shown: `kept` where it holds what was sent and failed, or where a link chose an option.
 */
export type Filled = { typed: Typed; faults: Faults | null; kept: 'sent' | 'chosen' | null }

export type BallotProps = { visit: PollVisit; own: OwnBallot | null; filled: Filled }

/** A ballot that was cast is folded, unless it is being changed. */
export function isFolded(own: OwnBallot | null, { kept, faults }: Filled): boolean {
  return own !== null && kept === null && faults === null
}

/** Where the page says that one has voted, and what. */
export const VOTE_PLACE = 'your-vote'

/**
 * The ballot of an open poll, to be cast or, once it is, to be unfolded and changed. It can be folded in both
 * cases, so that a page that is open takes over what was cast in another window.
 */
export function BallotPart({ visit, own, filled }: BallotProps): VNode {
  const { poll } = visit.loaded
  return (
    <section class="ballot stack" id="ballot" aria-labelledby="your-ballot">
      <h2 id="your-ballot">{t('ballot.your_ballot')}</h2>
      <details class="fold" open={!isFolded(own, filled)}>
        <Voted visit={visit} own={own} />
        <BallotForm visit={visit} own={own} filled={filled} />
      </details>
      <Scripts poll={poll} />
    </section>
  )
}

function Voted({ visit: { visitor, loaded }, own }: Omit<BallotProps, 'filled'>): VNode {
  if (own === null) return <summary hidden />
  return (
    <summary id={VOTE_PLACE}>
      <Mark shape="agree" />
      <span>
        {t('ballot.you_voted', { vote: voteWords(own.scores, { ...loaded, zone: visitor.time_zone }) })}
      </span>{' '}
      <span>{t('ballot.change')}</span>
    </summary>
  )
}

function BallotForm({ visit, own, filled }: BallotProps): VNode {
  const { visitor, loaded } = visit
  const { poll } = loaded
  const options = inVotersOrder(poll, loaded.options, visitor.id)
  const { Fields } = pageOf(poll.poll_type).ballot
  return (
    <form class="stack" method="post" action={`/p/${poll.key}/ballot#ballot`} {...draftOf(visit, filled)}>
      {filled.faults !== null && <FaultNote faults={filled.faults} own={own} />}
      {!poll.anonymous && <input type="hidden" name={SINCE_FIELD} value={toldVote(own)} />}
      <fieldset class="stack">
        <legend>{ballotWords(poll, options.length)}</legend>
        <Fields poll={poll} options={options} zone={visitor.time_zone} {...filled} />
      </fieldset>
      <ReasonField rule={poll.stance_reason_required} {...filled} />
      {!poll.anonymous && (
        <OwnNameField
          namer={visit}
          typed={filled.typed.name}
          problems={filled.faults?.name ?? []}
          hint={t('ballot.name_hint')}
        />
      )}
      {poll.anonymous && <p>{rich('ballot.anonymous', { strong: (text) => <strong>{text}</strong> })}</p>}
      {joinsByVoting(visit, poll) && (
        <p class="small">
          {t('ballot.joins', { group: fullName(loaded.in_group.group, loaded.in_group.parent) })}
        </p>
      )}
      <p>
        <button class="button" type="submit">
          {t(own === null ? 'ballot.cast' : 'ballot.change_vote')}
        </button>
      </p>
    </form>
  )
}

/** In this order: a draft is put back into fields that others look after. */
function Scripts({ poll }: { poll: Poll }): VNode {
  const { islands = [] } = pageOf(poll.poll_type).ballot
  return (
    <>
      {islands.map((name) => (
        <IslandScript key={name} name={name} />
      ))}
      {!poll.anonymous && <IslandScript name="keep-draft" />}
    </>
  )
}

/**
 * Where the page's script may keep what was filled in and not sent: never for anonymous polls. A draft
 * belongs to the ballot as it was last cast, and is no longer offered after the next.
 */
function draftOf({ visitor, loaded: { poll } }: PollVisit, { kept }: Filled) {
  if (poll.anonymous) return {}
  return { 'data-draft': visitor.id, ...(kept === null ? {} : { 'data-kept': kept }) }
}

function FaultNote({ faults, own }: { faults: Faults; own: OwnBallot | null }): VNode {
  const marked = faults.options.size + (faults.reason === null ? 0 : 1) + faults.name.length
  return (
    <div class="note bad" role="alert">
      <strong>{t(own === null ? 'ballot.not_cast' : 'ballot.not_changed')}</strong>
      {faults.whole.map((words, place) => (
        <p key={place}>{words()}</p>
      ))}
      {marked > 0 && faults.whole.length === 0 && <p>{t('ballot.fix_marked')}</p>}
    </div>
  )
}

function ReasonField({
  rule,
  typed,
  faults,
}: {
  rule: 'disabled' | 'optional' | 'required'
  typed: Typed
  faults: Faults | null
}): VNode | null {
  if (rule === 'disabled') return null
  const fault = faults?.reason?.() ?? null
  return (
    <div class="field">
      <label for="reason">
        {t(rule === 'required' ? 'ballot.your_reason' : 'ballot.your_reason_optional')}
      </label>
      <p class="hint" id="reason-hint">
        {t('ballot.reason_hint')}
      </p>
      {fault !== null && (
        <p class="mend" id="reason-fault">
          {fault}
        </p>
      )}
      <textarea
        id="reason"
        name="reason"
        rows={3}
        required={rule === 'required'}
        aria-invalid={fault === null ? undefined : 'true'}
        aria-describedby={fault === null ? 'reason-hint' : 'reason-fault'}
        value={typed.reason}
      />
    </div>
  )
}
