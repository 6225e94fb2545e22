import type { VNode } from 'preact'
import { BarsPicture, Lines } from './bars-part.tsx'
import type { Picture } from './picture.ts'

/** With more dots an option is drawn as a bar. */
const MOST_DOTS = 200
/** Dots in groups of five, to count at a glance: dots per row, and sizes in pixels. */
const ROW = 20
const STEP = 14
const FIVES = 5
const GAP = 6
const ROW_WIDTH = ROW * STEP + (ROW / FIVES) * GAP

/** Draws every dot. */
export function DotsPicture({ picture }: { picture: Picture }): VNode {
  if (picture.lines.some(({ row }) => row.score > MOST_DOTS)) return <BarsPicture picture={picture} />
  return <Lines picture={picture} draw={({ row }) => <Dots dots={row.score} />} />
}

/** A row of dots is one dashed line with round ends: hundreds weigh no more than one. */
function Dots({ dots }: { dots: number }): VNode {
  const rows = Math.max(1, Math.ceil(dots / ROW))
  const lines = Array.from({ length: dots === 0 ? 0 : rows }, (_, row) => {
    const last = Math.min(ROW, dots - row * ROW) - 1
    return `M7 ${row * STEP + 7}h${last * STEP + Math.floor(last / FIVES) * GAP + 1}`
  })
  const height = rows * STEP
  return (
    <svg class="dots other" width={ROW_WIDTH} height={height} aria-hidden="true">
      {lines.length === 0 ? null : <path d={lines.join('')} />}
    </svg>
  )
}
