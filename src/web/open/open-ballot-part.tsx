import type { ComponentChildren, VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import type { OpenBallot, OpenVisit } from '../../polls/open/load-open-link.ts'
import { isRewordedSince } from '../../polls/past/poll-past.ts'
import { QUESTION_FIELD, questionAsked } from '../../polls/past/question-asked.ts'
import { pollState } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { voteWords } from '../../sentences/vote-words.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { Answers, CastButton, FaultNote, UncastNote } from '../ballots/answers-part.tsx'
import { noFaults } from '../ballots/ballot-faults.ts'
import { type Faults as BallotFaults, SINCE_FIELD, type Typed, toldVote } from '../ballots/ballot-form.ts'
import { CHANGE_PLACE } from '../ballots/ballot-part.tsx'
import { pageOf } from '../ballots/index.ts'
import { NO_SINGLE } from '../drawings/picture.ts'
import { AtTime, Time } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { type FormState, LineField } from '../parts/form-part.tsx'
import { Details } from '../poll-words/details-part.tsx'
import { Mark } from '../poll-words/options-part.tsx'
import { PastNote } from '../polls/past-note-part.tsx'
import { WhatIsVotedOn } from '../polls/question-part.tsx'
import { signInPath } from '../request/own-path.ts'
import { OpenTotals } from '../results/open-votes-part.tsx'
import { ResultsPart } from '../results/results-part.tsx'
import { rich, richSentences } from '../words/rich.tsx'

/** What the page shows: the ballot as typed, and its problems. */
export type Shown = {
  visit: OpenVisit
  /** In the order of this browser. */
  options: PollOption[]
  zone: string
  token: string
  typed: Typed
  form: FormState
  faults: BallotFaults | null
  /** Why it was not recorded, where the ballot itself does not say so. */
  note: VNode | null
  /** The page of the reader's own ballot, if they are signed in and have one. */
  ballot: string | null
}

/** The page of an open link. Its form is sent there too: a browser that reloads it finds the page. */
export function voteAddress(token: string): string {
  return `/vote?k=${encodeURIComponent(token)}`
}

/** The page of the poll's edits, behind the same link. */
export function editsAddress(token: string): string {
  return `/vote/history?k=${encodeURIComponent(token)}`
}

const labels = () => ({ name: t('form.your_name'), address: t('open_link.email') })

/** The question, the vote of this browser, and the ballot while voting is open. */
export function OpenBallotPart(shown: Shown): VNode {
  const { visit, options, zone } = shown
  const { poll, now } = visit.loaded
  const state = pollState(poll, now)
  const votes = state.is === 'open' && options.length > 0
  const comes_to_vote = votes && visit.own === null
  return (
    <>
      {!votes && shown.note}
      <PastNote past={visit} zone={zone} history={editsAddress(shown.token)} />
      <Details poll={poll} short={comes_to_vote} />
      <p class={comes_to_vote ? 'brief' : undefined}>
        {state.is === 'open' && rich('poll.vote_until', { time: <Time at={state.until} zone={zone} /> })}
        {state.is === 'closed' && rich('poll.voting_closed_on', { time: <Time at={state.at} zone={zone} /> })}
      </p>
      <Recorded {...shown} />
      {votes && <Ballot {...shown} />}
      {state.is === 'open' && options.length === 0 && (
        <Empty>{sentences([t('poll.no_options_yet'), t('open_link.no_options')])}</Empty>
      )}
      {comes_to_vote && <WhatIsVotedOn {...{ poll, options, now, zone }} on_paper />}
    </>
  )
}

/** That this browser has voted; while voting is open, the ballot says how. */
function Recorded({ visit: { own, loaded, edited }, zone, token }: Shown): VNode | null {
  if (own === null) return null
  const { is } = pollState(loaded.poll, loaded.now)
  const when = <AtTime at={own.cast_at} now={loaded.now} zone={zone} />
  const recorded = rich('poll.vote_recorded_at', { when })
  const as = <p>{t('open_link.voted_as', { name: own.name })}</p>
  const at = edited?.reworded_at ?? null
  const reworded = at !== null && isRewordedSince(edited, own) && (
    <p>
      {rich('poll.reworded', {
        time: <Time at={at} zone={zone} />,
        link: (text) => <a href={editsAddress(token)}>{text}</a>,
      })}
    </p>
  )
  return (
    <div id="your-vote">
      {is === 'open' ? (
        <Flash title={recorded} tone="good">
          {as}
          {reworded}
          <p>{t('open_link.change')}</p>
        </Flash>
      ) : (
        <Flash title={richSentences([recorded, voteOf(own, loaded)])} tone="good">
          {as}
          {reworded}
        </Flash>
      )}
    </div>
  )
}

function voteOf({ scores }: OpenBallot, loaded: OpenVisit['loaded']): string {
  return t('ballot.you_voted', { vote: voteWords(scores, loaded) })
}

/** The vote of this browser, which unfolds the ballot to change it. */
function OwnVote({ visit: { own, loaded } }: Pick<Shown, 'visit'>): VNode {
  if (own === null) return <summary hidden />
  return (
    <summary>
      <Mark shape="agree" />
      {richSentences([<span>{voteOf(own, loaded)}</span>, <span>{t('ballot.change')}</span>])}
    </summary>
  )
}

function Ballot({ visit, options, zone, token, typed, form, faults, note, ballot }: Shown): VNode {
  const { poll, now } = visit.loaded
  const refused = faults !== null || note !== null || form.problems.length > 0
  const { islands = [] } = pageOf(poll.poll_type).ballot
  return (
    <section
      class="ballot stack"
      id="ballot"
      aria-labelledby="your-ballot"
      tabIndex={refused ? -1 : undefined}
    >
      <h2 id="your-ballot">{t('ballot.your_ballot')}</h2>
      {note}
      {visit.own === null && <p>{t('open_link.vote_about')}</p>}
      <OwnBallotNote visit={visit} ballot={ballot} />
      <details class="fold" open={visit.own === null || refused}>
        <OwnVote visit={visit} />
        <form
          class="stack"
          id={CHANGE_PLACE}
          method="post"
          action={`${voteAddress(token)}#ballot`}
          novalidate
          autocomplete="off"
          {...draftOf(token, refused)}
        >
          <input type="hidden" name="k" value={token} />
          <input type="hidden" name={SINCE_FIELD} value={toldVote(visit.own)} />
          <input type="hidden" name={QUESTION_FIELD} value={questionAsked(poll, options)} />
          {!refused && <UncastNote voted={visit.own !== null} />}
          {(faults !== null || form.problems.length > 0) && (
            <FaultNote
              {...{ poll, options, zone }}
              faults={faults ?? noFaults()}
              voted={visit.own !== null}
              beside={{ problems: form.problems, labels: { ...labels(), address: t('form.your_email') } }}
            />
          )}
          <LineField
            form={form}
            name="name"
            label={labels().name}
            more={{ required: true, autocomplete: 'name' }}
          />
          <Answers poll={poll} options={options} zone={zone} now={now} typed={typed} faults={faults} />
          <LineField
            form={form}
            name="address"
            type="email"
            label={labels().address}
            hint={t('open_link.email_hint')}
            more={{ autocomplete: 'email' }}
          />
          <CastButton own={visit.own} />
        </form>
      </details>
      {islands.map((name) => (
        <IslandScript key={name} name={name} />
      ))}
      <IslandScript name="keep-draft" />
    </section>
  )
}

/**
 * Attributes for the script that saves unsent ballots, here until one is recorded or the window is closed.
 */
function draftOf(token: string, refused: boolean) {
  return { 'data-draft': voteAddress(token), 'data-brief': '', 'data-kept': refused ? 'sent' : undefined }
}

/** Where members are voters: to use their own ballot, and to vote once. */
function OwnBallotNote({ visit, ballot }: Pick<Shown, 'visit' | 'ballot'>): VNode | null {
  const { poll, voters_count } = visit.loaded
  if (voters_count === 0 || (visit.own !== null && ballot === null)) return null
  const link = (text: ComponentChildren) => <a href={ballot ?? signInPath(`/p/${poll.key}`)}>{text}</a>
  return (
    <p class="small quiet">
      {richSentences([rich('open_link.member', { link }), visit.own === null && t('open_link.not_twice')])}
    </p>
  )
}

/** The totals of the poll, and of votes by open links, as far as the results gate shows them. */
export function OpenResults({
  visit: { loaded, own, counted, unasked, edited },
  zone,
  token,
}: Pick<Shown, 'visit' | 'zone' | 'token'>): VNode {
  const open = loaded.results.shown && loaded.open_count > 0
  return (
    <>
      <ResultsPart
        loaded={loaded}
        single={{ ...NO_SINGLE, unasked }}
        counted={counted}
        edited={edited}
        history={editsAddress(token)}
        zone={zone}
      />
      {open && (
        <section class="stack" aria-labelledby="open-votes-title">
          <h3 id="open-votes-title">{t('open_link.title')}</h3>
          <p>{t('open_link.count', { count: loaded.open_count })}</p>
          <OpenTotals loaded={loaded} own={own?.scores ?? null} zone={zone} />
        </section>
      )}
    </>
  )
}
