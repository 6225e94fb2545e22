import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { leadOf } from '../../polls/counts/lead.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { EditedVotes } from '../../polls/past/poll-past.ts'
import type { Poll } from '../../polls/poll.ts'
import { verdictOf } from '../../polls/results/verdict.ts'
import { isUndecided } from '../../polls/results/verdict-words.ts'
import { unfundedWords } from '../../sentences/deciding-words.ts'
import { wantedWords } from '../../sentences/result-words.ts'
import type { Sheet } from '../assets/stylesheet.ts'
import { pageOf } from '../ballots/index.ts'
import type { Single } from '../drawings/picture.ts'
import { resultsRule } from '../poll-words/poll-words.ts'
import { richSentences } from '../words/rich.tsx'
import { ElectionPart } from './election-part.tsx'
import { LeadPart } from './lead-part.tsx'
import { OldVotes } from './old-votes-part.tsx'
import { ResultPicture, type ShownResults } from './picture-part.tsx'
import { sentenceWords } from './result-words.ts'
import { TurnoutPart } from './turnout-part.tsx'
import { saysTurnout, VerdictPart } from './verdict-part.tsx'

/** The styles of the results of this poll. */
export function sheetsOfResults({ poll, counted }: { poll: Poll; counted: CountedBallots | null }): Sheet[] {
  return [
    'results',
    ...(counted === null ? [] : ['count' as const]),
    ...(pageOf(poll.poll_type).sheets?.(poll) ?? []),
  ]
}

/** `edited`: null: it never was. `history`: the address of its edit history, for readers who have one. */
type Props = {
  loaded: LoadedPoll
  single: Single
  counted: CountedBallots | null
  edited: EditedVotes | null
  history: string | null
  zone: string
}

/** The results as far as the results gate shows them to this reader, or when they appear. */
export function ResultsPart({ loaded, edited, history, ...props }: Props): VNode {
  const { results, poll, decided_count } = loaded
  const { counted, zone } = props
  const older = <OldVotes of={{ ...loaded, edited }} history={history} />
  const begun = decided_count > 0 || poll.closed_at !== null
  return (
    <section class="stack" aria-labelledby="results">
      <h2 id="results">{t('result.results')}</h2>
      {results.shown && begun ? (
        <>
          <VerdictPart loaded={loaded} zone={zone} />
          {isUndecided(verdictOf(loaded)) ? (
            older
          ) : (
            <Totals loaded={loaded} results={results} older={older} {...props} />
          )}
          <ElectionPart counted={counted} loaded={loaded} zone={zone} />
        </>
      ) : (
        <p>{sentences([results.shown && poll.opened_at !== null ? noneYet(loaded) : '', whyNone(loaded)])}</p>
      )}
    </section>
  )
}

/** That nobody has voted, or only people without a ballot of their own. */
function noneYet({ open_count }: LoadedPoll): string {
  return t(open_count > 0 ? 'open_link.only_so_far' : 'poll.none_voted')
}

/** Why no results are shown, and when they appear. */
function whyNone({ results, poll }: LoadedPoll): string {
  // Someone who has voted by an open link, before anybody with a ballot.
  if (results.shown && poll.hide_results === 'until_vote') return t('poll.results_after_vote')
  if (results.shown || results.until !== 'count') return resultsRule(poll)
  return t(poll.key_missing_at === null ? 'result.counting' : 'result.uncounted')
}

function NobodyVoted({ loaded }: Pick<Props, 'loaded'>): VNode {
  const wanted = wantedWords(loaded)
  return (
    <>
      {wanted !== null && (
        <p>
          <strong>{wanted}</strong>
        </p>
      )}
      <TurnoutPart of={loaded} />
    </>
  )
}

/** `older`: how many votes are older than the question, beside the turnout. */
type TotalsProps = Omit<Props, 'edited' | 'history'> & { results: ShownResults; older: VNode }

function Totals({ loaded, results, older, single, counted, zone }: TotalsProps): VNode {
  const { poll, options } = loaded
  const voters = results.as_of
  if (voters === 0) return <NobodyVoted loaded={loaded} />
  const of = { poll, options: options.length, voters }
  const lead = leadOf(loaded, counted)
  return (
    <>
      <p>
        {richSentences([
          LeadPart({ of: loaded, lead, counted, zone, decided: verdictOf(loaded).passed !== null }),
          sentenceWords(results.rows, of),
          unfundedWords(counted, results.rows, loaded),
        ])}
      </p>
      {!saysTurnout(loaded) && <TurnoutPart of={loaded} />}
      {older}
      <ResultPicture of={{ ...loaded, results, lead, counted }} single={single} zone={zone} />
    </>
  )
}
