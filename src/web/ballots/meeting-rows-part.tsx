import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { byRank, type ResultRow } from '../../polls/results/tally/result-rows.ts'
import { needBeCount } from '../../polls/types/meeting.ts'
import { along, Lines, percent } from '../drawings/bars-part.tsx'
import type { Picture } from '../drawings/picture.ts'
import { ZoneNote } from '../poll-words/zone-note-part.tsx'

/** The number of each answer for a time. */
function answersOf(row: ResultRow) {
  const { voter_count, answer_count } = row
  const need_be = needBeCount(row)
  return { yes: voter_count - need_be, need_be, no: answer_count - voter_count }
}

/** The times, best first, each with a bar of its yes, if need be and no answers. */
export function MeetingPicture({ picture }: { picture: Picture }): VNode {
  const { poll, lines, voters, zone } = picture
  const best_first = [...lines].sort((a, b) => byRank(a.row, b.row))
  return (
    <>
      <p class="small">
        {t(poll.can_respond_maybe ? 'drawing.best_time_about' : 'drawing.best_time_yes_no')}
      </p>
      <ZoneNote options={lines.map(({ row }) => row.option)} zone={zone} />
      <Key maybe={poll.can_respond_maybe} />
      <Lines
        picture={{ ...picture, lines: best_first }}
        draw={({ row }) => <Bar row={row} voters={voters} />}
      />
    </>
  )
}

type Told = { yes: number; need_be: number; all: number }

/** Solid, striped and empty, so that they differ without colour; as shares of all voters. */
function AnswerBar({ yes, need_be, all }: Told): VNode {
  return (
    <svg class="answers" aria-hidden="true">
      <rect class="yes" x={along(0, yes)} width={percent(yes)} height="100%" />
      <line class="need-be" x1={along(yes)} x2={along(yes + need_be)} y1="50%" y2="50%" />
      <rect class="edge" x={along(0, all)} width={percent(all)} height="100%" />
    </svg>
  )
}

function Bar({ row, voters }: { row: ResultRow; voters: number }): VNode {
  const { yes, need_be, no } = answersOf(row)
  return <AnswerBar yes={yes / voters} need_be={need_be / voters} all={(yes + need_be + no) / voters} />
}

/** The legend of the bars. */
function Key({ maybe }: { maybe: boolean }): VNode {
  return (
    <p class="key small quiet">
      <span>
        <AnswerBar yes={1} need_be={0} all={1} /> {t('ballot.yes')}
      </span>
      {maybe && (
        <span>
          <AnswerBar yes={0} need_be={1} all={1} /> {t('ballot.if_need_be')}
        </span>
      )}
      <span>
        <AnswerBar yes={0} need_be={0} all={1} /> {t('ballot.no')}
      </span>
    </p>
  )
}
