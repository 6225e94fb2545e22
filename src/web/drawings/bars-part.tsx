import type { VNode } from 'preact'
import { directionOf } from '../../locales/languages.ts'
import { spoken, t } from '../../locales/say.ts'
import { rulesOf } from '../../polls/results/verdict.ts'
import { pollType } from '../../polls/types/index.ts'
import { hasSigns, meaning, OptionMark, OptionMeaning, OptionNote } from '../poll-words/options-part.tsx'
import { Choosers } from './choosers-part.tsx'
import type { Line, Picture } from './picture.ts'

// Lengths are attributes in percent: no inline style is needed, and text is never stretched.

/** A share of a whole as a length. */
export const percent = (share: number): string => `${Math.round(share * 1_000) / 10}%`

/** A part's distance from the left: an axis starts where the reader's lines start. */
export function placeOf(from: number, width = 0): number {
  return directionOf(spoken()) === 'rtl' ? 1 - from - width : from
}

/** The same as a length. */
export const along = (from: number, width = 0): string => percent(placeOf(from, width))

/** A thread shows no more options than this. */
export const MOST_IN_BRIEF = 5

/** One option: its name, its result in words, its drawing, and who chose it. */
function LineHead({ picture, line }: { picture: Picture; line: Line }): VNode {
  const { poll, brief } = picture
  const { name } = line.row.option
  return (
    <p>
      <span>
        {hasSigns(poll) && (
          <span class={`sign ${meaning(poll, name)}`}>
            <OptionMark poll={poll} name={name} />
          </span>
        )}
        {line.badge === null ? <bdi>{line.label}</bdi> : <strong dir="auto">{line.label}</strong>}
        <Badge words={line.badge} look="badge" />
        <Badge words={line.own} look="badge own" />
      </span>
      <span class="quiet">{line.words}</span>
      {/* After the result, which it would move to a line below. */}
      {!brief && <OptionNote poll={poll} name={name} />}
      {/* What it costs is beside what it got. */}
      {!brief && <OptionMeaning option={{ ...line.row.option, cost: null }} />}
    </p>
  )
}

/** After a space, at which a narrow line breaks: a name stays beside its sign. */
export function Badge({ words, look }: { words: string | null; look: 'badge' | 'badge own' }): VNode | null {
  if (words === null) return null
  return (
    <>
      {' '}
      <em class={look}>{words}</em>
    </>
  )
}

type Drawn = { picture: Picture; draw: (line: Line) => VNode }

/** The options below each other, each with its drawing. */
export function Lines({ picture, draw }: Drawn): VNode {
  const { lines, brief } = picture
  const shown = brief ? lines.slice(0, MOST_IN_BRIEF) : lines
  return (
    <>
      <ul class="results bare">
        {shown.map((line) => (
          <li key={line.row.option.slot}>
            <LineHead picture={picture} line={line} />
            {line.unasked > 0 && (
              <p class="small quiet">{t('result.voted_before_added', { voters: line.unasked })}</p>
            )}
            {draw(line)}
            <Choosers picture={picture} line={line} />
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <p class="small quiet">{t('drawing.more_on_page', { count: lines.length - shown.length })}</p>
      )}
    </>
  )
}

/** The ends of an axis. */
export function Axis({ from = '0', to }: { from?: string; to: string }): VNode {
  return (
    <p class="axis" aria-hidden="true">
      <span>{from}</span>
      <span>{to}</span>
    </p>
  )
}

type BarProps = { share: number; look: string; marks?: number[] }

/** A bar on an axis from nothing to all; `marks`: thresholds that it must reach, or not exceed. */
export function Bar({ share, look, marks = [] }: BarProps): VNode {
  return (
    <svg class={`bar ${look}`} aria-hidden="true">
      <rect class="scale" width="100%" height="100%" />
      <rect class="value" x={along(0, share)} width={percent(share)} height="100%" />
      {marks.map((at) => (
        <line key={at} class="mark" x1={along(at)} x2={along(at)} y1="-4" y2="16" />
      ))}
    </svg>
  )
}

/** The thresholds of an option on the axis, if rules set any. */
function marksOf({ poll, voters, people }: Picture, option: string): number[] {
  return rulesOf(poll)
    .filter((rule) => rule.rule === 'threshold' && rule.option === option)
    .map(({ percent: bound, of }) => (bound * (of === 'cast' ? voters / people : 1)) / 100)
}

/** The picture of types without their own: bars on one axis. */
export function BarsPicture({ picture }: { picture: Picture }): VNode {
  const { poll, most, axis } = picture
  const chosen = pollType(poll.poll_type).answered_by === 'choosing'
  return (
    <>
      <Lines
        picture={picture}
        draw={({ row }) => (
          <Bar
            share={row.score / most}
            look={meaning(poll, row.option.name)}
            marks={chosen ? marksOf(picture, row.option.name) : []}
          />
        )}
      />
      <Axis to={axis} />
    </>
  )
}
