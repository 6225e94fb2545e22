import type { VNode } from 'preact'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'
import { OptionMeaning } from '../poll-words/options-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'
import { ZoneNote } from './meeting-fields-part.tsx'
import type { RowsProps } from './type-page.ts'

const WIDTH = 100
const HEIGHT = 10

/** How many said what of a time. A yes counts 2 and an "if need be" 1: the score tells which. */
function answersOf({ score, voter_count, answer_count }: ResultRow) {
  const need_be = 2 * voter_count - score
  return { yes: voter_count - need_be, need_be, no: answer_count - voter_count }
}

/** The times, best first, each with a bar of those who said yes, if need be, and no. */
export function MeetingRows({ poll, rows, words, voters, zone }: RowsProps): VNode {
  const best_first = [...rows].sort((a, b) => a.rank - b.rank || a.option.priority - b.option.priority)
  return (
    <>
      <ZoneNote options={rows.map(({ option }) => option)} zone={zone} />
      <Key maybe={poll.can_respond_maybe} />
      <ul class="results times bare">
        {best_first.map((row) => (
          <li key={row.option.slot} class={isBest(row) ? 'best' : undefined}>
            <p>
              <span>
                {optionLabel(poll.poll_type, row.option.name, zone)}
                {isBest(row) && <span class="best-mark">Best</span>}
                <OptionMeaning option={row.option} />
              </span>
              <span class="quiet">{words(row)}</span>
            </p>
            <Bar row={row} voters={voters} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whether a time suits best, alone or with others. */
export function isBest({ rank, score }: ResultRow): boolean {
  return rank === 1 && score > 0
}

function Bar({ row, voters }: { row: ResultRow; voters: number }): VNode {
  const { yes, need_be, no } = answersOf(row)
  const part = (people: number) => Math.round((people * WIDTH * 10) / voters) / 10
  return (
    <svg class="stacked" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="yes" width={part(yes)} height={HEIGHT} />
      <rect class="need-be" x={part(yes)} width={part(need_be)} height={HEIGHT} />
      <rect class="edge" width={part(yes + need_be + no)} height={HEIGHT} />
    </svg>
  )
}

/** What the bars mean, and the stripes they share. */
function Key({ maybe }: { maybe: boolean }): VNode {
  const sign = (name: string) => (
    <svg class="stacked" viewBox="0 0 8 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class={name} width="8" height="10" />
      <rect class="edge" width="8" height="10" />
    </svg>
  )
  return (
    <p class="key small quiet">
      <svg class="unseen" aria-hidden="true">
        <pattern id="need-be" width="1.6" height="10" patternUnits="userSpaceOnUse">
          <rect width="0.7" height="10" />
        </pattern>
      </svg>
      <span>{sign('yes')} Yes</span>
      {maybe && <span>{sign('need-be')} If need be</span>}
      <span>{sign('no')} No</span>
    </p>
  )
}
