import type { ComponentChildren, VNode } from 'preact'
import type { Fields } from '../../http/forms.ts'
import { sentences, t } from '../../locales/say.ts'
import { visitorName } from '../../members/visits/visit.ts'
import type { OwnBallot } from '../../polls/ballots/load-ballot.ts'
import { pollState } from '../../polls/poll.ts'
import { voteWords } from '../../sentences/vote-words.ts'

import { buttonOf } from '../ballots/answers-part.tsx'
import { EMPTY_FIELD, uncastWords } from '../ballots/ballot-form.ts'
import { CHANGE_PLACE } from '../ballots/ballot-part.tsx'

import { ErrorSummary } from '../parts/error-part.tsx'
import { WrittenTexts } from '../parts/unsent-part.tsx'
import { isOfAnother } from '../request/shown-to-part.tsx'
import type { PollView } from '../visits/poll-view.ts'
import { rich, richSentences } from '../words/rich.tsx'
import { refusedWords } from './ballot-note-part.tsx'

// Explains above the ballot why a vote was not recorded.

/**
 * Asks to confirm a vote without any dots: with a box of the ballot below, which then casts what it shows.
 * `own`: the vote that it changes.
 */
export function Unsure({ own }: { own: object | null }): VNode {
  return (
    <div class="note" role="alert" data-no-dots="">
      <strong>{t('poll.no_dots')}</strong>
      <p>
        {sentences([
          t(uncastWords(own !== null)),
          t('poll.no_dots_about'),
          t('poll.no_dots_tick', { button: t(buttonOf(own)) }),
        ])}
      </p>
      <div class="field">
        <label class="choice">
          <input type="checkbox" name={EMPTY_FIELD} value="yes" form={CHANGE_PLACE} />
          <span>{t('poll.cast_empty_vote')}</span>
        </label>
      </div>
    </div>
  )
}

export function TakenBack(): VNode {
  return (
    <NotRecorded>
      <p>{t('poll.vote_withdrawn_meanwhile')}</p>
    </NotRecorded>
  )
}

/** `history`: the address of the page with all changes. */
export function AskedOther({ history }: { history: string }): VNode {
  return (
    <NotRecorded>
      <p>
        {richSentences([
          t('poll.asked_other'),
          rich('ballot.see_changes', { link: (text) => <a href={history}>{text}</a> }),
        ])}
      </p>
    </NotRecorded>
  )
}

export function VotedMeanwhile({ view, newer }: { view: PollView; newer: OwnBallot }): VNode {
  const vote = voteWords(newer.scores, view.visit.loaded)
  return (
    <NotRecorded>
      <p>
        {newer.cast_by === null
          ? t('poll.voted_meanwhile', { vote })
          : t('poll.voted_meanwhile_by_key', { name: newer.cast_by, vote })}
      </p>
      <p>{rich('poll.replace_vote', { link: (text) => <a href="#ballot">{text}</a> })}</p>
    </NotRecorded>
  )
}

export function NotRecorded({ children }: { children: ComponentChildren }): VNode {
  return (
    <ErrorSummary>
      <strong>{t('poll.vote_not_recorded')}</strong>
      {children}
    </ErrorSummary>
  )
}

/** The page says below when that was. */
export function ClosedBefore(): VNode {
  return <p>{t('poll.closed_before_vote')}</p>
}

/** `view`: of the person for whom the browser shows the poll now. */
function OfAnother({ view: { visit, viewer } }: { view: PollView }): VNode {
  const name = visitorName(visit.visitor)
  return (
    <p>
      {viewer === null || viewer.id === visit.visitor.id
        ? t('poll.ballot_of_another', { name })
        : t('poll.ballot_of_another_signed_in', { name, viewer: visitorName(viewer) })}
    </p>
  )
}

export function NotVotable({ view, fields }: { view: PollView; fields: Fields }): VNode {
  const { visit } = view
  const { poll, now } = visit.loaded
  const state = pollState(poll, now)
  return (
    <NotRecorded>
      {isOfAnother(fields, visit.visitor.id) ? (
        <OfAnother view={view} />
      ) : visit.ballot === null ? (
        <p>{t(view.refused === null ? 'poll.ask_for_ballot' : refusedWords(poll, view.refused))}</p>
      ) : state.is === 'closed' ? (
        <ClosedBefore />
      ) : (
        <p>{t('poll.voting_has_not_opened')}</p>
      )}
      <WrittenTexts fields={fields} />
    </NotRecorded>
  )
}
