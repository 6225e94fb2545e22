import type { ComponentChildren, VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import { joinsByVoting, needsNameToVote } from '../../members/visits/visit.ts'
import { addedSince } from '../../polls/ballots/ballot.ts'
import type { OwnBallot, OwnVote } from '../../polls/ballots/load-ballot.ts'
import { type Edited, isRewordedSince } from '../../polls/past/poll-past.ts'
import { QUESTION_FIELD, questionAsked } from '../../polls/past/question-asked.ts'
import type { Poll } from '../../polls/poll.ts'
import { optionWords } from '../../sentences/option-words.ts'
import { voteWords } from '../../sentences/vote-words.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { AtTime } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Mark } from '../poll-words/options-part.tsx'
import { inVotersOrder } from '../poll-words/poll-words.ts'
import { ReceiptFields } from '../receipts/receipt-fields-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import type { Receipts } from '../visits/poll-view.ts'
import { SignInToGroup } from '../visits/sign-in-to-group-part.tsx'
import { rich, richSentences } from '../words/rich.tsx'
import {
  Answers,
  buttonOf,
  CastButton,
  FaultNote,
  UncastNote,
  VoteReason,
  VoterName,
} from './answers-part.tsx'
import {
  BACK_FIELD,
  type BallotVisit,
  EMPTY,
  type Filled,
  isOwnChoice,
  SINCE_FIELD,
  toldVote,
  typedAs,
} from './ballot-form.ts'
import { pageOf } from './index.ts'

/**
 * `edited`: since voting opened; null: never. `joined`: voting has just made the voter a member. `sent`: they
 * have just voted, and the page does not show how. `receipts` null: the poll gives none.
 */
export type BallotProps = {
  visit: BallotVisit
  own: OwnVote | null
  edited: Edited | null
  filled: Filled
  joined: boolean
  sent: boolean
  receipts: Receipts | null
}

/** Where a ballot is shown: alone on its poll's page, or in short form among others. */
type Place = { action: string; short: boolean }

/** A cast ballot is folded, unless it is being changed. */
function isFolded(own: OwnBallot | null, { kept, faults }: Filled): boolean {
  return own !== null && kept === null && faults === null
}

/** Whether it was sent and not cast. */
export function isRefused({ faults, note = null }: Filled): boolean {
  return faults !== null || note !== null
}

/** The anchor of the voter's own vote on the page. */
export const VOTE_PLACE = 'your-vote'
/** The anchor of the form: inside the fold, so that browsers unfold a cast ballot for a link to it. */
export const CHANGE_PLACE = 'change-vote'

/**
 * The ballot of an open poll, to cast or to unfold and change. It is foldable in both cases, so that an open
 * page can take over a vote cast in another window.
 */
export function BallotPart({ visit, own, edited, filled, joined, sent, receipts }: BallotProps): VNode {
  const { poll } = visit.loaded
  return (
    // A refused vote opens here: what to fix comes first, for the keyboard and when read aloud.
    <section
      class={filled.kept === 'chosen' ? 'ballot stack marked' : 'ballot stack'}
      id="ballot"
      aria-labelledby="your-ballot"
      tabIndex={isRefused(filled) ? -1 : undefined}
    >
      <h2 id="your-ballot">{t('ballot.your_ballot')}</h2>
      {filled.note}
      {filled.kept === 'chosen' && <ChosenNote {...{ visit, own, edited, filled }} />}
      <details class="fold" open={!sent && !isFolded(own, filled)}>
        {sent ? (
          <summary>
            <span>{t('ballot.show')}</span>
          </summary>
        ) : (
          <Voted id={VOTE_PLACE} visit={visit} own={own} edited={edited} />
        )}
        <BallotForm
          visit={visit}
          own={own}
          filled={filled}
          place={{ action: `/p/${poll.key}/ballot#ballot`, short: false }}
          receipts={receipts}
        />
      </details>
      {joined && <JoinedNote visit={{ ...visit, ...visit.loaded }} at={`/p/${poll.key}`} />}
      <Scripts poll={poll} />
    </section>
  )
}

/** A link in a mail marked an option, perhaps of another question than the poll asks now. */
function ChosenNote({
  visit,
  own,
  edited,
  filled,
}: Omit<BallotProps, 'joined' | 'sent' | 'receipts'>): VNode {
  const { poll, options } = visit.loaded
  const choice = options.find(({ slot }) => filled.typed.chosen.has(slot))
  const marked = rich('ballot.chosen_by_link', {
    choice: <bdi>{optionWords(poll, choice?.name ?? '', visit.visitor.time_zone)}</bdi>,
    button: t(buttonOf(own)),
  })
  if (filled.asked_other !== true) return <Flash title={marked} tone="plain" />
  const history = (text: ComponentChildren) => <a href={`/p/${visit.loaded.poll.key}/history`}>{text}</a>
  const reworded = (edited?.reworded_at ?? null) !== null
  const changed = reworded && rich('ballot.see_changes', { link: history })
  const counts = isOwnChoice(poll, options, { typed: filled.typed, own })
  return (
    <div class="note bad" role="alert">
      <strong>{t('ballot.edited_after_email')}</strong>
      <p>{richSentences([t('ballot.check_choice'), changed, !counts && marked])}</p>
    </div>
  )
}

/** The anchor of a vote on a page with several polls. */
export function votePlaceAmong({ id }: Pick<Poll, 'id'>): string {
  return `${VOTE_PLACE}-${id}`
}

/** The same on a thread's page at `at`, for a poll that takes a tap or two. `back`: where to return to. */
export function ShortBallotPart({
  visit,
  own,
  edited,
  joined,
  action,
  at,
  back,
}: Omit<BallotProps, 'filled' | 'sent' | 'receipts'> & Record<'action' | 'at' | 'back', string>): VNode {
  const { poll, options } = visit.loaded
  const id = `your-ballot-${poll.id}`
  const typed = { ...(own === null ? EMPTY : typedAs(poll, options, own)), back }
  return (
    <section class="ballot" aria-labelledby={`${id} poll-${poll.id}`}>
      <h4 class="unseen" id={id}>
        {t('ballot.your_ballot')}
      </h4>
      <details class="fold" open={own === null}>
        <Voted id={votePlaceAmong(poll)} visit={visit} own={own} edited={edited} />
        <BallotForm
          visit={visit}
          own={own}
          filled={{ typed, faults: null, kept: null }}
          place={{ action, short: true }}
          receipts={null}
        />
      </details>
      {joined && <JoinedNote visit={{ ...visit, ...visit.loaded }} at={at} />}
    </section>
  )
}

/** When it was recorded, and whether it replaced an earlier vote. */
export const recordedWords = ({ replaces }: OwnVote) =>
  replaces ? 'poll.vote_changed_at' : 'poll.vote_recorded_at'

type VotedProps = Pick<BallotProps, 'visit' | 'own' | 'edited'> & { id: string }

function Voted({ id, visit: { visitor, loaded }, own, edited }: VotedProps): VNode {
  if (own === null) return <summary hidden />
  const zone = visitor.time_zone
  const added = addedSince(own.scores, loaded.options).length
  return (
    <summary id={id}>
      <Mark shape="agree" />
      {richSentences([
        <span>
          {richSentences([
            // Shown when the vote has just been cast: then the URL leads here. The note above leaves it out.
            <strong class="recorded">
              {rich(recordedWords(own), {
                when: <AtTime at={own.cast_at} now={loaded.now} zone={zone} />,
              })}
            </strong>,
            <span>{t('ballot.you_voted', { vote: voteWords(own.scores, loaded) })}</span>,
            isRewordedSince(edited, own) && <span>{t('ballot.reworded')}</span>,
            added > 0 && <span>{t('ballot.options_added', { options: added })}</span>,
          ])}
        </span>,
        <span>{t('ballot.change')}</span>,
      ])}
    </summary>
  )
}

type Joined = Pick<BallotVisit, 'came_by' | 'visitor' | 'vouched'> & Pick<BallotVisit['loaded'], 'in_group'>

/** Shown if a vote or comment accepted an invitation: who came by a link to `at` signs in for the group. */
export function JoinedNote({ visit, at }: { visit: Joined; at: string }): VNode {
  const { group, parent } = visit.in_group
  return (
    <Flash title={t('poll.joined', { group: fullName(group, parent) })} tone="good">
      {visit.came_by === 'link' && <SignInToGroup came={visit} group={group} at={at} voted />}
    </Flash>
  )
}

function BallotForm({
  visit,
  own,
  filled,
  place,
  receipts,
}: Omit<BallotProps, 'joined' | 'sent' | 'edited'> & { place: Place }): VNode {
  const { visitor, loaded } = visit
  const { poll } = loaded
  const { typed } = filled
  const options = inVotersOrder(poll, loaded.options, visitor.id)
  const zone = visitor.time_zone
  const draft = draftOf(visit, filled)
  const name = <VoterName visit={visit} filled={filled} short={place.short} />
  const name_first = needsNameToVote(visitor, poll)
  // Without autocomplete no browser fills it in again for the next person who goes back to this page.
  return (
    <PostForm
      class="stack"
      id={place.short ? undefined : CHANGE_PLACE}
      action={place.action}
      novalidate
      autocomplete="off"
      {...draft}
    >
      {filled.faults !== null && (
        <FaultNote {...{ faults: filled.faults, poll, options, zone, name_first }} voted={own !== null} />
      )}
      {'data-draft' in draft && filled.kept === null && <UncastNote voted={own !== null} />}
      <input type="hidden" name={QUESTION_FIELD} value={questionAsked(poll, options)} />
      {!poll.anonymous && <input type="hidden" name={SINCE_FIELD} value={toldVote(own)} />}
      {typed.back !== null && <input type="hidden" name={BACK_FIELD} value={typed.back} />}
      {/* First, because the bar with the button may cover what stands below the answers. */}
      {poll.anonymous && (
        <p>
          {rich(poll.receipts ? 'ballot.anonymous_receipt' : 'ballot.anonymous', {
            strong: (text) => <strong>{text}</strong>,
          })}
        </p>
      )}
      {/* A name that must be given comes first, where the bar with the button does not hide it. */}
      {name_first && name}
      <Answers poll={poll} options={options} zone={zone} now={loaded.now} {...filled} />
      <VoteReason visit={visit} filled={filled} short={place.short} />
      {!name_first && name}
      {receipts !== null && <ReceiptFields {...loaded} {...receipts} />}
      {joinsByVoting(visit, poll) && (
        <p class="small">
          {t('ballot.joins', { group: fullName(loaded.in_group.group, loaded.in_group.parent) })}
        </p>
      )}
      <CastButton own={own} />
    </PostForm>
  )
}

/** The order matters: the draft must be restored into fields that other scripts then handle. */
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
 * Attributes for the script that saves unsent ballots; none for anonymous polls. A draft belongs to the last
 * cast version of the ballot, and is not offered after the next one. Poll and thread name it alike.
 */
function draftOf({ visitor, loaded: { poll } }: BallotVisit, { kept }: Filled) {
  if (poll.anonymous) return {}
  const name = `/p/${poll.key}/ballot ${visitor.id}`
  return { 'data-draft': name, ...(kept === null ? {} : { 'data-kept': kept }) }
}
