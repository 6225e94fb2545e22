import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { rulesOf } from '../../polls/results/verdict.ts'
import { boundWords } from '../../polls/results/verdict-words.ts'
import { meaning, signShape } from '../poll-words/options-part.tsx'
import { Axis, along, Lines, percent } from './bars-part.tsx'
import { type Bound, BoundWords, WRITING } from './bounds-part.tsx'
import type { Line, Picture } from './picture.ts'

/** In pixels: the least width of a bar on a phone, and on wider screens. */
const [NARROW, WIDE] = [300, 500]
/** In pixels: a sign alone and with its gap, a digit, and what is free beside them at least. */
const [MARK, SIGN, DIGIT, FREE] = [16, 20, 8, 4]
/** Words of thresholds near an end of the bar are aligned to that end. */
const NEAR_END = 0.3
/** In pixels. */
const BAR_HEIGHT = 36
/** The height at which signs and numbers are drawn: no line runs through them. */
const SIGNS = { from: 8, to: 28 }

type Part = { line: Line; from: number; width: number }

/** All votes as one bar with a part for each position, and the thresholds. */
export function StackedPicture({ picture }: { picture: Picture }): VNode {
  const parts = partsOf(picture)
  const bounds = boundsOf(picture, parts)
  const below = toldBelow(picture)
  return (
    <>
      <svg class="stacked" height={BAR_HEIGHT + bounds.length * WRITING} aria-hidden="true">
        <rect class="scale" width="100%" height={BAR_HEIGHT} />
        {parts.map((part) => (
          <StackedPart key={part.line.row.option.slot} picture={picture} part={part} />
        ))}
        {bounds.map((bound, place) => (
          <BoundMark key={bound.words} bound={bound} place={place} />
        ))}
        {/* After all marks, which end among the words of others: words cover them. */}
        {bounds.map((bound, place) => (
          <BoundWords key={bound.words} bound={bound} y={heightOf(place)} near={NEAR_END} />
        ))}
      </svg>
      <Axis to={picture.axis} />
      {below.lines.length > 0 && <Lines picture={below} draw={() => <></>} />}
    </>
  )
}

/** In a thread, where sentences give the numbers, only the positions that list people. */
function toldBelow(picture: Picture): Picture {
  if (!picture.brief) return picture
  return { ...picture, lines: picture.lines.filter(({ people, own }) => people.length > 0 || own !== null) }
}

function partsOf({ lines, people }: Picture): Part[] {
  let from = 0
  return lines.flatMap((line) => {
    const width = line.row.score / people
    const part = { line, from, width }
    from += width
    return width > 0 ? [part] : []
  })
}

const AT = { least: 'drawing.at_least', most: 'drawing.at_most' } as const

/**
 * A threshold is measured from where its option's part begins; one beyond the bar's end is only in the text.
 */
function boundsOf({ poll, voters, people, lines }: Picture, parts: Part[]): Bound[] {
  return rulesOf(poll).flatMap(({ rule, option, percent: bound, of, at }) => {
    if (rule !== 'threshold') return []
    const label = lines.find(({ row }) => row.option.name === option)?.label
    const from = parts.find(({ line }) => line.row.option.name === option)?.from
    const place = (from ?? 0) + (bound / 100) * (of === 'cast' ? voters / people : 1)
    if (label === undefined || place > 1) return []
    return [
      {
        at: place,
        words: t(AT[at], {
          option: label,
          bound: boundWords({ percent: bound, at }, of === 'cast' ? voters : people),
        }),
      },
    ]
  })
}

function StackedPart({ picture: { poll }, part }: { picture: Picture; part: Part }): VNode {
  const { line, from, width } = part
  const { name } = line.row.option
  const number = t('count.number', { number: line.row.score })
  const sign = signShape(name)
  const [narrow, wide] = [NARROW, WIDE].map((room) => fitting({ sign, number }, width * room))
  const label = { sign, number, middle: along(from + width / 2) }
  return (
    <g class={meaning(poll, name)}>
      <rect class="value" x={along(from, width)} width={percent(width)} height={BAR_HEIGHT} />
      {narrow === wide ? (
        <Label {...label} fits={wide} />
      ) : (
        <>
          <g class="tight">
            <Label {...label} fits={narrow} />
          </g>
          <g class="roomy">
            <Label {...label} fits={wide} />
          </g>
        </>
      )}
    </g>
  )
}

type Fits = 'both' | 'sign' | 'number' | undefined
type Said = { sign: string | undefined; number: string }

/**
 * What fits into a part of the bar: sign and number, one of them, or nothing. The sign goes first, as without
 * colours nothing else tells the parts apart; the numbers are also in the text.
 */
function fitting({ sign, number }: Said, room: number): Fits {
  const needed = number.length * DIGIT + FREE
  if (room >= needed + SIGN) return 'both'
  if (sign !== undefined && room >= SIGN) return 'sign'
  return room >= needed ? 'number' : undefined
}

type LabelProps = Said & { middle: string; fits: Fits }

function Label({ sign, number, middle, fits }: LabelProps): VNode | null {
  if (fits === undefined) return null
  if (fits === 'sign') return <Sign sign={sign} middle={middle} before={MARK / 2} />
  const half = (SIGN + number.length * DIGIT) / 2
  return fits === 'number' ? (
    <text x={middle} y="24" text-anchor="middle">
      {number}
    </text>
  ) : (
    <>
      <Sign sign={sign} middle={middle} before={half} />
      <text x={middle} dx={SIGN - half} y="24">
        {number}
      </text>
    </>
  )
}

/** `before`: how far left of the middle it begins, in pixels. */
function Sign({ sign, middle, before }: Pick<LabelProps, 'sign' | 'middle'> & { before: number }): VNode {
  const view = `${before} 0 ${MARK} ${MARK}`
  return (
    <svg x={middle} y="10" width={MARK} height={MARK} viewBox={view} class="on" aria-hidden="true">
      <path d={sign} />
    </svg>
  )
}

type BoundProps = { bound: Bound; place: number }

/** In pixels: the line on which the words of a threshold are written. */
const heightOf = (place: number) => BAR_HEIGHT + WRITING * (place + 1)

function BoundMark({ bound: { at }, place }: BoundProps): VNode {
  const x = along(at)
  return (
    <g class="bound">
      <line x1={x} x2={x} y1="-5" y2={SIGNS.from} />
      <line x1={x} x2={x} y1={SIGNS.to} y2={heightOf(place) - WRITING + 5} />
    </g>
  )
}
