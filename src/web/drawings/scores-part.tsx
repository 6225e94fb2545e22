import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import { countsSkips } from '../../polls/counts/skips.ts'
import type { ScoreCount } from '../../polls/results/load-spread.ts'
import { listed } from '../../text/clauses.ts'
import { decidesWords, skippingWords } from '../poll-words/score-words.ts'
import { along, Bar, Lines, percent, placeOf } from './bars-part.tsx'
import type { Line, Picture } from './picture.ts'

/** Longer scales are drawn in this many steps. */
const MOST_STEPS = 20
/** In pixels. */
const COLUMN_HEIGHT = 32
const HEAD_ROOM = 16
const COLUMN_WIDTH = 14
const TICKS_HEIGHT = 14
/** More numbers do not fit on a phone. */
const MOST_TICKS = 11

type Scale = { low: number; high: number; at: (score: number) => number }

/** The average of each option as a bar, or its median where that decides, below a histogram of its scores. */
export function ScoresPicture({ picture }: { picture: Picture }): VNode {
  const { poll, lines } = picture
  const scale = scaleOf(poll)
  const tallest = Math.max(
    1,
    ...lines.flatMap(({ spread }) => stepsOf(spread, scale)).map((step) => step.count),
  )
  return (
    <>
      <p class="small">{aboutWords(picture)}</p>
      <div class="scores">
        <Lines
          picture={picture}
          draw={(line) => (
            <>
              {line.spread.length > 0 && <Columns line={line} scale={scale} tallest={tallest} />}
              <ValueBar line={line} scale={scale} />
            </>
          )}
        />
        <Ticks scale={scale} />
      </div>
    </>
  )
}

/** What decides, and what the picture shows: the longest bar is not always the option that wins. */
function aboutWords({ poll, lines, brief }: Picture): string {
  const spreads = lines.some(({ spread }) => spread.length > 0)
  const medians = lines.some(({ median }) => median !== null)
  const bars = medians ? '' : t('drawing.average_about')
  const columns = spreads ? t(medians ? 'drawing.medians_about' : 'drawing.columns_about') : ''
  // Where the picture counts skipped options, it says so in threads, too.
  const skipping = brief && !countsSkips(poll) ? '' : skippingWords(poll, lines.length)
  return sentences([decidesWords(poll), skipping, bars, columns])
}

/** From zero, where bars start, to the limits of the scores. */
function scaleOf({ min_score, max_score }: Picture['poll']): Scale {
  const low = Math.min(0, min_score)
  const high = Math.max(0, max_score)
  return { low, high, at: (score) => (high === low ? 0 : (score - low) / (high - low)) }
}

const moved = (pixels: number) => `translate(${Math.round(pixels * 10) / 10})`

/** The middle of a column at this share of the axis, moved so that no column sticks out at the ends. */
const inside = (share: number) => moved(COLUMN_WIDTH * (0.5 - share))

/** Labels every score at its place on the axis; on a long scale, only the ends. */
function Ticks({ scale: { low, high, at } }: { scale: Scale }): VNode {
  const span = high - low
  const scores =
    span <= MOST_TICKS ? Array.from({ length: span + 1 }, (_, place) => low + place) : [low, high]
  return (
    <svg class="ticks" height={TICKS_HEIGHT} aria-hidden="true">
      {scores.map((score) => (
        <text key={score} x={along(at(score))} y={TICKS_HEIGHT} transform={inside(placeOf(at(score)))}>
          {t('count.number', { number: score })}
        </text>
      ))}
    </svg>
  )
}

function ValueBar({ line: { row, median }, scale }: { line: Line; scale: Scale }): VNode {
  const value = median ?? row.average ?? 0
  if (scale.low === 0) return <Bar share={scale.at(value)} look="other" />
  const [from, to] = [scale.at(Math.min(0, value)), scale.at(Math.max(0, value))]
  return (
    <svg class="bar other" aria-hidden="true">
      <rect class="scale" width="100%" height="100%" />
      <rect class="value" x={along(from, to - from)} width={percent(to - from)} height="100%" />
      <line class="mark" x1={along(scale.at(0))} x2={along(scale.at(0))} y1="0" y2="12" />
    </svg>
  )
}

/** Single scores, or on a long scale several per step, placed at its middle. */
function stepsOf(spread: ScoreCount[], { low, high }: Scale): (ScoreCount & { label: string })[] {
  if (high - low <= MOST_STEPS)
    return spread.map((one) => ({ ...one, label: t('count.number', { number: one.score }) }))
  const size = (high - low) / MOST_STEPS
  const counts = new Map<number, number>()
  for (const { score, count: ballots } of spread) {
    const step = Math.min(MOST_STEPS - 1, Math.floor((score - low) / size))
    counts.set(step, (counts.get(step) ?? 0) + ballots)
  }
  return [...counts].map(([step, ballots]) => ({
    score: low + (step + 0.5) * size,
    count: ballots,
    label: t('drawing.score_range', {
      low: Math.round(low + step * size),
      high: Math.round(low + (step + 1) * size),
    }),
  }))
}

function Columns({ line, scale, tallest }: { line: Line; scale: Scale; tallest: number }): VNode {
  const steps = stepsOf(line.spread, scale)
  const said = listed(steps.map((step) => t('drawing.score_from', { score: step.label, voters: step.count })))
  const base = COLUMN_HEIGHT + HEAD_ROOM
  return (
    <svg
      class="columns"
      height={base}
      role="img"
      aria-label={t('drawing.scores_of', { option: line.label, scores: said })}
    >
      {steps.map((step) => {
        const share = placeOf(scale.at(step.score))
        const [x, before] = [percent(share), moved(-COLUMN_WIDTH * share)]
        const height = Math.round((step.count / tallest) * COLUMN_HEIGHT)
        return (
          <>
            <rect x={x} y={base - height} width={COLUMN_WIDTH} height={height} transform={before} />
            <text x={x} y={base - height - 3} transform={inside(share)}>
              {t('count.number', { number: step.count })}
            </text>
          </>
        )
      })}
    </svg>
  )
}
