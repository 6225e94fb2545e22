import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { seesAddresses } from '../../members/visits/visit.ts'
import { addsUp } from '../../polls/counts/methods.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { HowToVote } from '../ballots/ballot-words-part.tsx'
import { pageOf } from '../ballots/index.ts'
import { Details } from '../poll-words/details-part.tsx'
import { Options } from '../poll-words/options-part.tsx'
import { EmbedPart } from '../public/embed-part.tsx'
import { AnonymousPart } from '../results/anonymous-part.tsx'
import { hasRollEntry } from '../results/ballot-files.ts'
import { BallotFilesPart } from '../results/ballot-files-part.tsx'
import { CheckPart } from '../results/check-part.tsx'
import { OpenVotesPart } from '../results/open-votes-part.tsx'
import { ReasonsPart } from '../results/reasons-part.tsx'
import { ResultsPart } from '../results/results-part.tsx'
import type { PollView } from '../visits/poll-view.ts'
import { StoryPart } from './story-part.tsx'

/** Voting is over, and the count, which names every option, is visible. */
export function isCounted({ poll, results }: LoadedPoll): boolean {
  return poll.closed_at !== null && results.shown && results.as_of > 0
}

/** Who voted how, as wide as the page. Null: the type has no such grid, or single ballots are not visible. */
export function gridOf({ visit: { loaded, visitor }, names }: PollView): VNode | null {
  const { Ballots } = pageOf(loaded.poll.poll_type).results
  if (Ballots === undefined || loaded.voters.by_voter.length === 0) return null
  return <Ballots loaded={loaded} names={names} zone={visitor.time_zone} own_id={visitor.id} />
}

type RestProps = { view: PollView; grid: VNode | null; link: string | undefined }

/** After the result: single ballots and reasons; when voting is over, also the question. */
export function Rest({ view, grid, link }: RestProps): VNode {
  const { visit, reasons, names, head, past } = view
  const { loaded, visitor } = visit
  const zone = visitor.time_zone
  return (
    <>
      {grid}
      <ReasonsPart loaded={loaded} reasons={reasons} names={names} zone={zone} />
      {isCounted(loaded) && <WhatWasAsked loaded={loaded} zone={zone} />}
      <StoryPart changes={past.changes} zone={zone} />
      {head !== null && <CheckPart poll={loaded.poll} head={head} entry={hasRollEntry(visit)} />}
      {loaded.poll.anonymous && <AnonymousPart loaded={loaded} zone={zone} />}
      {link !== undefined && <EmbedPart visit={visit} link={link} />}
    </>
  )
}

function WhatWasAsked({ loaded, zone }: { loaded: LoadedPoll; zone: string }): VNode {
  const { poll, options } = loaded
  // A count by rounds or pairs names options without their descriptions.
  const described = !addsUp(poll) && options.some(({ meaning }) => meaning !== null)
  return (
    <>
      <section class="stack" aria-labelledby="question">
        <h2 id="question">{t('poll.what_was_asked')}</h2>
        <Details poll={poll} />
        <HowToVote poll={poll} options={options.length} />
        {described && <Options poll={poll} options={options} now={loaded.now} zone={zone} />}
      </section>
      <BallotFilesPart loaded={loaded} />
    </>
  )
}

/** The result, and apart from it the votes by open links. */
export function Totals({
  view: { visit, own, choosers, spread, unasked, counted, open_voters, past },
}: {
  view: PollView
}): VNode {
  const zone = visit.visitor.time_zone
  return (
    <>
      <ResultsPart
        loaded={visit.loaded}
        single={{ own: own?.scores ?? null, choosers, spread, unasked }}
        counted={counted}
        edited={past.edited}
        history={`/p/${visit.loaded.poll.key}/history`}
        zone={zone}
      />
      <OpenVotesPart
        loaded={visit.loaded}
        voters={open_voters}
        sees_addresses={seesAddresses(visit)}
        zone={zone}
      />
    </>
  )
}
