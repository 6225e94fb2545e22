import type { ComponentChildren, VNode } from 'preact'
import { joined, t } from '../../locales/say.ts'
import type { PollItem } from '../../members/visits/load-thread-singles.ts'
import { isQuickBallot } from '../../polls/ballots/ballot.ts'
import { leadOf } from '../../polls/counts/lead.ts'
import { addsUp } from '../../polls/counts/methods.ts'
import { waitsFor } from '../../polls/facilitation.ts'
import { settledOn } from '../../polls/outcomes/outcome.ts'
import { editedQuestion, isRewordedSince, votesBeforeEdit } from '../../polls/past/poll-past.ts'
import { pollState } from '../../polls/poll.ts'
import { kindName } from '../../polls/poll-words.ts'
import { peopleWanted } from '../../polls/results/wanted.ts'
import { unfundedWords } from '../../sentences/deciding-words.ts'
import { wantedWords } from '../../sentences/result-words.ts'
import { settingName } from '../../sentences/setting-name.ts'
import { voteWords } from '../../sentences/vote-words.ts'
import { displayName } from '../../users/user.ts'
import type { Sheet } from '../assets/stylesheet.ts'
import { ShortBallotPart } from '../ballots/ballot-part.tsx'
import type { Single } from '../drawings/picture.ts'
import { RichText } from '../parts/rich-text-part.tsx'
import { Details } from '../poll-words/details-part.tsx'
import { Budget } from '../poll-words/options-part.tsx'
import { earlyWords } from '../poll-words/past-words.tsx'
import { reopenedWords } from '../poll-words/reopened-part.tsx'
import { WhoseLink } from '../polls/ballot-note-part.tsx'
import { Standing } from '../public/standing-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { LeadPart } from '../results/lead-part.tsx'
import { OldVotes } from '../results/old-votes-part.tsx'
import { DecidedOn, Review } from '../results/outcome-part.tsx'
import { ResultPicture } from '../results/picture-part.tsx'
import { raisedWords, sentenceWords } from '../results/result-words.ts'
import { RulesPart, verdictWords } from '../results/verdict-part.tsx'
import { mayVoteNow } from '../visits/poll-view.ts'
import { ownPollPath } from '../visits/poll-visit.ts'
import { rich, richSentences } from '../words/rich.tsx'
import { type ThreadScene, unreadAt } from './comment-part.tsx'

type Props = { item: PollItem; scene: ThreadScene }

/** The sheets for the polls on this page of the thread. */
export function sheetsOfPolls(scene: ThreadScene): Sheet[] {
  const polls = scene.talk.items.filter((item) => item.is === 'poll')
  return [
    ...(polls.length > 0 ? ['results' as const] : []),
    ...(polls.some((item) => hasBallot({ item, scene })) ? ['ballot' as const] : []),
    ...(polls.some(({ poll }) => !addsUp(poll)) ? ['count' as const] : []),
  ]
}

/** A poll in its thread: the question, the deadline, and the current state; the rest is on its page. */
export function ThreadPollPart({ item, scene }: Props): VNode {
  const { poll, author, voters_count, decided_count } = item
  const votes = hasBallot({ item, scene })
  return (
    <li class="poll-card">
      <article aria-labelledby={`poll-${poll.id}`} data-at={unreadAt(scene, item.sequence_id)}>
        <p class="kicker">
          {t('thread.poll_by', {
            kind: kindName(poll),
            name: displayName(author),
          })}
        </p>
        <h3 id={`poll-${poll.id}`} dir="auto" lang={poll.content_locale ?? undefined}>
          {poll.title}
        </h3>
        <p>
          {pollState(poll, scene.visit.now).is === 'draft' ? (
            t('thread.not_open')
          ) : (
            <Standing poll={poll} now={scene.visit.now} zone={scene.visit.visitor.time_zone} />
          )}
        </p>
        <Question item={item} now={scene.visit.now} />
        <Budget poll={poll} />
        <Wanted item={item} now={scene.visit.now} />
        {poll.closed_at === null && (
          <RulesPart poll={poll} voters={voters_count} zone={scene.visit.visitor.time_zone} />
        )}
        <p class="small quiet">
          {rich('thread.ballots_cast', {
            cast: decided_count,
            voters: voters_count,
            // Paper is for others too.
            own: <span class="on-screen">{ownWords(item, scene.visit.now)}</span>,
          })}
        </p>
        <Reopened item={item} scene={scene} />
        <EditedWhileOpen item={item} scene={scene} />
        {typeof votesBeforeEdit(item) === 'number' && <OldVotes of={item} history={null} />}
        {votes && scene.visit.came_by === 'link' && (
          <WhoseLink visitor={scene.visit.visitor} viewer={null} at={scene.path} />
        )}
        {votes && <ThreadBallot item={item} scene={scene} />}
        <ThreadResult item={item} scene={scene} />
        <ThreadOutcome item={item} scene={scene} />
        <OpenPoll item={item} scene={scene} votes={votes} />
      </article>
    </li>
  )
}

/** The text of the poll: people read what they vote on. Once voting is over, the result comes first. */
function Question({ item: { poll }, now }: Pick<Props, 'item'> & { now: Date }): VNode | null {
  if (pollState(poll, now).is !== 'closed') return <Details poll={poll} short />
  if (poll.details === null || poll.details.trim() === '') return null
  return (
    <details>
      <summary>{t('poll.what_was_asked')}</summary>
      <RichText text={poll.details} format={poll.details_format} lang={poll.content_locale} />
    </details>
  )
}

/** How many people are wanted, where no result below says it. */
function Wanted({ item, now }: Pick<Props, 'item'> & { now: Date }): VNode | null {
  const { poll, results } = item
  const people = peopleWanted(poll)
  if (people === null || (results.shown && results.as_of > 0)) return null
  return <p>{wantedWords({ ...item, now }) ?? t('thread.people_wanted', { people })}</p>
}

/** That it was reopened, and how it was closed again. */
function Reopened({ item: { reopened, closed_again }, scene: { names, visit } }: Props): VNode | null {
  if (reopened === null) return null
  const told = { names, zone: visit.visitor.time_zone }
  return (
    <p class="small quiet">
      {richSentences([
        reopenedWords({ reopened, ...told }),
        closed_again !== null && earlyWords(closed_again, told),
      ])}
    </p>
  )
}

/** What of the question was edited, once somebody has voted. */
function EditedWhileOpen({ item: { poll, edited, decided_count }, scene: { visit } }: Props): VNode | null {
  const settings = editedQuestion(edited).flatMap((field) => settingName(field) ?? [])
  if (settings.length === 0 || decided_count === 0) return null
  const link = (text: ComponentChildren) =>
    // Visitors by link have no link to the poll yet.
    visit.came_by === 'session' ? <a href={`/p/${poll.key}/history`}>{text}</a> : <span>{text}</span>
  return <p class="small quiet">{rich('thread.poll_edited', { link, settings: joined(settings) })}</p>
}

function ownWords(item: PollItem, now: Date): string {
  const { poll, ballot, own, edited } = item
  const { is } = pollState(poll, now)
  if (ballot === null) return t('thread.no_ballot')
  if (own !== null) {
    // The ballot itself says so, and what they chose.
    if (votesHere(item, now)) return ''
    if (isRewordedSince(edited, own)) return t('thread.vote_reworded')
    return t('ballot.you_voted', { vote: voteWords(own.scores, item) })
  }
  if (ballot.voted) return t('thread.vote_recorded')
  if (ballot.voted === null) return t('thread.vote_not_shown')
  if (is === 'open') return t(item.options.length === 0 ? 'poll.no_options_yet' : 'thread.please_vote')
  return t(is === 'closed' ? 'thread.did_not_vote' : 'thread.have_ballot')
}

/** Whether the thread shows the ballot itself. It also shows a cast vote. */
function votesHere({ poll, options, ballot, own }: PollItem, now: Date): boolean {
  return (
    isQuickBallot(poll, options.length) &&
    mayVoteNow({ ballot, loaded: { poll, options, now } }) &&
    ballot?.voted === (own !== null)
  )
}

/**
 * Whether this reader votes here. If the header names somebody else, they vote on the poll's page, which says
 * for whom.
 */
export function hasBallot({ item, scene }: Props): boolean {
  return !scene.of_another && votesHere(item, scene.visit.now)
}

function ThreadBallot({ item: { poll, options, own, edited }, scene }: Props): VNode {
  const { visit, talk, path } = scene
  const here = talk.page === 1 ? path : `${path}?page=${talk.page}`
  const action = visit.came_by === 'session' ? `/p/${poll.key}/ballot` : `${path}/polls/${poll.key}/ballot`
  const loaded = { poll, options, in_group: visit.in_group, now: visit.now }
  const joined = own !== null && scene.joined === poll.key
  const shown = { own, edited, joined, action, at: path, back: here }
  return <ShortBallotPart {...shown} visit={{ ...visit, loaded }} />
}

/** The result in brief, as far as the results gate shows it to this reader. */
function ThreadResult({ item, scene: { visit } }: Props): VNode | null {
  const { poll, options, results, counted } = item
  if (!results.shown || results.as_of === 0) return null
  const zone = visit.visitor.time_zone
  const of = { poll, options: options.length, voters: results.as_of }
  const seen = { ...item, now: visit.now }
  const lead = leadOf(seen, counted)
  const verdict = verdictWords(seen)
  const unfunded = unfundedWords(counted, results.rows, { poll, now: visit.now })
  return (
    <section class="stack" aria-labelledby={`result-${poll.id} poll-${poll.id}`}>
      <h4 class="unseen" id={`result-${poll.id}`}>
        {t('thread.results')}
      </h4>
      <p>
        {richSentences([
          verdict !== null && <strong>{verdict}</strong>,
          LeadPart({ of: seen, lead, counted, zone, decided: verdict !== null }),
          sentenceWords(results.rows, of),
          unfunded,
          // The poll’s page says it where it tells what is spent.
          unfunded === '' ? '' : raisedWords(counted),
        ])}
      </p>
      <ResultPicture of={{ ...seen, results, lead }} single={singleOf(item)} zone={zone} brief />
    </section>
  )
}

const singleOf = ({ own, choosers, spread, unasked }: PollItem): Single => ({
  own: own?.scores ?? null,
  choosers,
  spread,
  unasked,
})

/** The outcome, in full: the discussion continues from there. */
function ThreadOutcome({ item: { poll, outcome, options }, scene }: Props): VNode | null {
  if (outcome === null) return null
  const zone = scene.visit.visitor.time_zone
  return (
    <section class="outcome stack" aria-labelledby={`outcome-${poll.id} poll-${poll.id}`}>
      <h4 id={`outcome-${poll.id}`}>{t('thread.outcome')}</h4>
      <DecidedOn poll={poll} option={settledOn(outcome, options)} zone={zone} />
      <RichText text={outcome.statement} format={outcome.statement_format} />
      {outcome.review_on !== null && (
        <p class="small quiet">
          <Review outcome={outcome} />
        </p>
      )}
    </section>
  )
}

const WAITS = { vote: 'thread.vote', first_option: 'poll.add_first_option' } as const

/** Visitors by link have no link to the poll yet: the button makes one. */
function OpenPoll({ item, scene: { visit, path }, votes: here }: Props & { votes: boolean }): VNode {
  const { poll, options, ballot } = item
  const waits = here ? null : waitsFor({ poll, has_options: options.length > 0, ballot, now: visit.now })
  const look = waits === null ? 'button plain' : 'button'
  const label = t(waits === null ? 'thread.see_poll' : WAITS[waits])
  if (visit.came_by === 'session')
    return (
      <a
        class={look}
        href={waits === 'first_option' ? `/p/${poll.key}/options` : ownPollPath(poll)}
        aria-describedby={`poll-${poll.id}`}
      >
        {label}
      </a>
    )
  return (
    <PostForm action={`${path}/polls/${poll.key}`}>
      <button class={look} type="submit" aria-describedby={`poll-${poll.id}`}>
        {label}
      </button>
    </PostForm>
  )
}
