import type { ComponentChildren, VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import { type Visitor, visitorName } from '../../members/visits/visit.ts'
import type { Refused } from '../../polls/electorate/refused-ballots-store.ts'
import { isRewordedSince } from '../../polls/past/poll-past.ts'
import { type Poll, pollState } from '../../polls/poll.ts'
import { voteWords } from '../../sentences/vote-words.ts'
import { CHANGE_PLACE, recordedWords, VOTE_PLACE } from '../ballots/ballot-part.tsx'
import { AtTime, Day, Distance, Time } from '../parts/date-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { deadlineWords, earlyWords } from '../poll-words/past-words.tsx'
import { CheckLater } from '../receipts/check-later-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { abilitiesOf } from '../visits/poll-tools.ts'
import { mayVoteNow, type PollView } from '../visits/poll-view.ts'
import { rich, richSentences } from '../words/rich.tsx'
import type { After } from './after-vote-part.tsx'
import { PollPastLines } from './past-note-part.tsx'

type Props = {
  view: PollView
  started: VNode | null
  after: After
  refused: boolean
  children: ComponentChildren
}

/**
 * The state of the visitor's ballot, and the owner of the link they came by. `started`: the message to the
 * person who has just started the poll. `refused`: their vote was refused; above the ballot, only what to fix
 * is said, until when one can vote, and whose ballot and link it is. `children`: what comes next.
 */
export function BallotNote({ view: shown, started, after, refused, children }: Props): VNode | null {
  const { sent, receipt } = after
  const reworded = refused && mayVoteNow(shown.visit) ? null : rewordedAt(shown)
  const link = <LinkLines view={shown} sent={sent} reworded={reworded} />
  if (refused && mayVoteNow(shown.visit))
    return (
      <>
        <When view={shown} />
        {link}
      </>
    )
  const view = sent ? asVoted(shown) : shown
  const { ballot, loaded } = view.visit
  // Green means done or possible.
  const good = ballot?.voted === true || (ballot !== null && pollState(loaded.poll, loaded.now).is === 'open')
  const brief = started === null && view.own === null && readsQuestionFirst(view)
  return (
    <div
      class={brief ? 'standing brief' : 'standing'}
      {...(mayVoteNow(view.visit) ? {} : { id: VOTE_PLACE, tabIndex: -1 })}
    >
      <Flash
        title={
          started === null ? (
            <Standing view={view} after={after} />
          ) : (
            t(loaded.poll.opened_at === null ? 'poll.draft_saved' : 'poll.is_open')
          )
        }
        tone={good || started !== null ? 'good' : 'plain'}
      >
        {!receipt && <OwnVote view={view} />}
        <Reworded view={view} />
        {sent && <p>{t('poll.first_vote_counts')}</p>}
        <When view={view} />
        {!receipt && hasOldReceipt(shown) && <CheckLater />}
        {started}
        {children}
        {link}
      </Flash>
    </div>
  )
}

/**
 * Whether the question comes before everything that is said of its ballot: for people who come by a link to
 * vote.
 */
export function readsQuestionFirst({ visit }: PollView): boolean {
  return visit.came_by === 'link' && mayVoteNow(visit)
}

type LinkProps = Pick<Props, 'view'> & Pick<After, 'sent'> & { reworded: Date | null }

/**
 * What people who came by a link read of it, and of whose ballot it is, in one list; where the question comes
 * first, also of the poll's past. `reworded`: the edit that is told above.
 */
function LinkLines({ view, sent, reworded }: LinkProps): VNode | null {
  if (view.visit.came_by !== 'link') return null
  const copied = copiedWords(view, sent)
  return (
    <ul class="bare small">
      {readsQuestionFirst(view) && <PollPastLines view={view} told={reworded} />}
      {copied !== null && <li>{copied}</li>}
      <li>
        <WhoseLink
          visitor={view.visit.visitor}
          viewer={view.viewer}
          at={`/p/${view.visit.loaded.poll.key}`}
        />
      </li>
    </ul>
  )
}

/** They got a receipt with their vote, and the result, which explains receipts, is not there yet. */
const hasOldReceipt = ({ visit: { loaded, ballot }, head }: PollView): boolean =>
  loaded.poll.receipts && ballot?.voted === true && head === null

/** The same page for somebody who has just voted, also where a copied link hides it from others. */
export function asVoted(view: PollView): PollView {
  const { visit } = view
  const ballot = visit.ballot === null ? null : { ...visit.ballot, voted: true }
  return { ...view, visit: { ...visit, ballot } }
}

function Standing({ view: { visit, own, refused }, after }: Pick<Props, 'view' | 'after'>): VNode {
  const { ballot, loaded, visitor } = visit
  if (after.receipt) return <>{secretWords(loaded.poll)}</>
  // It may be the vote of somebody else who used this link.
  if (after.sent) return <>{t('poll.ballot_voted')}</>
  const { is } = pollState(loaded.poll, loaded.now)
  if (ballot === null)
    return <>{t(refused === null ? 'poll.no_ballot' : refusedWords(loaded.poll, refused))}</>
  if (own !== null)
    return (
      <>
        {rich(recordedWords(own), {
          when: <AtTime at={own.cast_at} now={loaded.now} zone={visitor.time_zone} />,
        })}
      </>
    )
  if (ballot.voted) return <>{t('poll.vote_recorded')}</>
  if (is === 'draft' || (is === 'open' && loaded.options.length === 0)) return <>{t('poll.has_ballot')}</>
  if (is === 'open') return <span data-ready>{t('poll.ballot_ready')}</span>
  return (
    <>{sentences([t('poll.voting_has_closed'), ballot.voted === false ? t('thread.did_not_vote') : ''])}</>
  )
}

/** Of an anonymous poll it does not say whether the earlier account voted. */
export function refusedWords({ anonymous }: Pick<Poll, 'anonymous'>, refused: Refused) {
  return anonymous || refused === 'held' ? 'poll.address_had_ballot' : 'poll.address_has_voted'
}

function OwnVote({ view: { visit, own } }: { view: PollView }): VNode | null {
  const { ballot, loaded } = visit
  if (own !== null) {
    // If it can be changed, the ballot itself shows it.
    const may_vote = mayVoteNow(visit)
    const words = may_vote ? [] : [t('poll.you_voted', { vote: voteWords(own.scores, loaded) })]
    // A vote cast by a program is always marked as such.
    const by_key = own.cast_by === null ? [] : [t('poll.vote_by_key', { name: own.cast_by })]
    const replaces = by_key.length > 0 && may_vote ? [t('poll.own_vote_counts')] : []
    const told = [...words, ...by_key, ...replaces]
    return told.length === 0 ? null : <p>{sentences(told)}</p>
  }
  if (!loaded.poll.anonymous || ballot?.voted !== true) return null
  return <p>{secretWords(loaded.poll)}</p>
}

/** When the question got other words than those they voted on. Null: it has the same. */
const rewordedAt = ({ past: { edited }, own }: PollView): Date | null =>
  isRewordedSince(edited, own) ? (edited?.reworded_at ?? null) : null

/** A receipt shows its owner what they chose. */
const secretWords = ({ receipts }: Pick<Poll, 'receipts'>): string =>
  t(receipts ? 'poll.vote_is_secret_receipt' : 'poll.vote_is_secret')

/** The question has other words than when they voted: what to look at, and to change. */
function Reworded({ view }: { view: PollView }): VNode | null {
  const { visit } = view
  const { loaded, visitor } = visit
  const at = rewordedAt(view)
  if (at === null) return null
  const to = (href: string) => (text: ComponentChildren) => <a href={href}>{text}</a>
  return (
    <p>
      {richSentences([
        rich('poll.reworded', {
          time: <Time at={at} zone={visitor.time_zone} />,
          link: to(`/p/${loaded.poll.key}/history`),
        }),
        mayVoteNow(visit) && rich('poll.reworded_check', { link: to(`#${CHANGE_PLACE}`) }),
      ])}
    </p>
  )
}

function When({ view }: { view: PollView }): VNode {
  const { loaded } = view.visit
  const state = pollState(loaded.poll, loaded.now)
  switch (state.is) {
    case 'draft':
      // No email is promised: whoever opens voting may choose that nobody gets one.
      return (
        <p>
          {t(abilitiesOf(view.visit).includes('open') ? 'poll.draft_seen' : 'poll.voting_has_not_opened')}
        </p>
      )
    case 'open':
      return (
        <p>
          <Until view={view} at={state.until} />
        </p>
      )
    case 'closed':
      return <Closed view={view} at={state.at} />
  }
}

/** When voting closed. If it was reopened before, that is told below the title: here only the deadline is. */
function Closed({ view: { past, names, visit }, at }: { view: PollView; at: Date }): VNode | null {
  const zone = visit.visitor.time_zone
  const { early, reopened } = past
  if (early === null)
    return reopened === null ? <p>{rich('poll.closed_on', { time: <Time at={at} zone={zone} /> })}</p> : null
  return <p>{reopened === null ? earlyWords(early, { names, zone }) : deadlineWords(early, zone)}</p>
}

/** Until when one can vote, or change one's vote. */
function Until({ view, at }: { view: PollView; at: Date }): VNode {
  const { visitor, loaded } = view.visit
  const time = <Time at={at} zone={visitor.time_zone} />
  const on = { now: loaded.now, zone: visitor.time_zone }
  const until = { time, distance: <Distance at={at} on={on} /> }
  if (view.own !== null) return <>{rich('poll.change_until', until)}</>
  if (!mayVoteNow(view.visit)) return <>{rich('poll.open_until', until)}</>
  const link = (text: ComponentChildren) => <a href="#ballot">{text}</a>
  return <>{rich('poll.open_until_with_ballot', { ...until, link })}</>
}

const COPIED_BY = { admin: 'poll.copied_by_admin', operator: 'poll.copied_by_operator' } as const

/** A link that an admin copied is not known to its owner alone. Null: nothing to say. */
function copiedWords({ visit }: PollView, sent: boolean): ComponentChildren {
  const { ballot, copied } = visit
  if (copied === null || copied.by === 'holder') return null
  const untold = ballot?.voted === null
  if (!untold && !mayVoteNow(visit)) return null
  return richSentences([
    rich(COPIED_BY[copied.by], { day: <Day at={copied.on} zone="UTC" /> }),
    !sent && mayVoteNow(visit) && t('poll.copied_can_vote'),
    untold && t(sent ? 'poll.copied_untold_later' : 'poll.copied_untold'),
  ])
}

type Whose = Pick<PollView, 'viewer'> & { visitor: Pick<Visitor, 'name' | 'email'>; at: string }

/**
 * People may pass links on: every holder sees at the ballot whose link it is, and can forget it. `at`: the
 * path of the page that it opened.
 */
export function WhoseLink({ visitor, viewer, at }: Whose): VNode {
  const name = visitorName(visitor)
  return (
    <PostForm class="whose small quiet" action={`${at}/not-me`}>
      {richSentences([
        <span>
          {viewer === null
            ? t('poll.personal_link', { name })
            : t('poll.personal_link_signed_in', { name, viewer: visitorName(viewer) })}
        </span>,
        <button class="link" type="submit">
          {viewer === null ? t('poll.not_me', { name }) : t('poll.put_link_away')}
        </button>,
      ])}
    </PostForm>
  )
}
