import type { VNode } from 'preact'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'
import { Lines, percent } from '../drawings/bars-part.tsx'
import type { Picture } from '../drawings/picture.ts'
import { ZoneNote } from './meeting-fields-part.tsx'

/** How many said what of a time. A yes counts 2 and an "if need be" 1: the score tells which. */
function answersOf({ score, voter_count, answer_count }: ResultRow) {
  const need_be = 2 * voter_count - score
  return { yes: voter_count - need_be, need_be, no: answer_count - voter_count }
}

/** The times, best first, each with a bar of those who said yes, if need be, and no. */
export function MeetingPicture({ picture }: { picture: Picture }): VNode {
  const { poll, lines, voters, zone, brief } = picture
  const best_first = [...lines].sort(
    ({ row: a }, { row: b }) => a.rank - b.rank || a.option.priority - b.option.priority,
  )
  return (
    <>
      {!brief && <ZoneNote options={lines.map(({ row }) => row.option)} zone={zone} />}
      <Key maybe={poll.can_respond_maybe} />
      <Lines
        picture={{ ...picture, lines: best_first }}
        draw={({ row }) => <Bar row={row} voters={voters} />}
      />
    </>
  )
}

/** Whether a time suits best, alone or with others. */
export function isBest({ rank, score }: ResultRow): boolean {
  return rank === 1 && score > 0
}

function Bar({ row, voters }: { row: ResultRow; voters: number }): VNode {
  const { yes, need_be, no } = answersOf(row)
  return (
    <svg class="answers" aria-hidden="true">
      <rect class="yes" width={percent(yes / voters)} height="100%" />
      <rect class="need-be" x={percent(yes / voters)} width={percent(need_be / voters)} height="100%" />
      <rect class="edge" width={percent((yes + need_be + no) / voters)} height="100%" />
    </svg>
  )
}

/** What the bars mean, and the stripes they share. */
function Key({ maybe }: { maybe: boolean }): VNode {
  const sign = (name: string) => (
    <svg class="answers" aria-hidden="true">
      <rect class={name} width="100%" height="100%" />
      <rect class="edge" width="100%" height="100%" />
    </svg>
  )
  return (
    <p class="key small quiet">
      <svg class="unseen" aria-hidden="true">
        <pattern id="need-be" width="6" height="12" patternUnits="userSpaceOnUse">
          <rect width="3" height="12" />
        </pattern>
      </svg>
      <span>{sign('yes')} Yes</span>
      {maybe && <span>{sign('need-be')} If need be</span>}
      <span>{sign('no')} No</span>
    </p>
  )
}
