import type { Round } from '@folkmoot/count'
import type { VNode } from 'preact'

/** The width of an arc in pixels: at least this, and that of as many votes as the longest bar has. */
const [THINNEST, WIDEST] = [1, 40]

type Arc = { to: number; votes: number }

/** Where the votes of one option went: arcs beside the bars, as thick as the votes are many. */
export function Arcs({
  round,
  rows,
  scale,
}: {
  round: Round | undefined
  rows: readonly { place: number | null }[]
  scale: number
}): VNode | null {
  const from = rows.findIndex(({ place }) => place !== null && place === round?.of)
  if (round === undefined || from < 0) return null
  const arcs = round.transfers.flatMap(({ to, votes }): Arc[] => {
    const row = rows.findIndex(({ place }) => place === to)
    return row < 0 || row === from ? [] : [{ to: row, votes: Number(votes) }]
  })
  // Each in a picture of its own, which styles place from bar to bar: long names make rows of any height.
  return (
    <>
      {arcs.map(({ to, votes }) => (
        <svg
          key={to}
          class={`arcs from-${Math.min(from, to)} to-${Math.max(from, to)}`}
          viewBox="0 0 10 1"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <ArcPath rows={Math.abs(to - from)} width={Math.max(THINNEST, (votes / scale) * WIDEST)} />
        </svg>
      ))}
    </>
  )
}

/** The picture's width on paper in pixels (count.css), and in its own units. Paper cuts what is beyond. */
const [PAPER, UNITS] = [30, 10]

/** The further the rows, the wider the arc. It goes three quarters of the way to its control points. */
function ArcPath({ rows, width }: { rows: number; width: number }): VNode {
  const most = ((PAPER - width / 2) * UNITS) / PAPER / 0.75
  const reach = Math.min(3 + 2 * rows, most).toFixed(1)
  return <path d={`M0 0C${reach} 0 ${reach} 1 0 1`} stroke-width={width.toFixed(1)} />
}
