import type { VNode } from 'preact'
import { encode } from 'uqr'

/** The margin that readers need around the code, in modules. */
const QUIET_ZONE = 4

/** In pixels; narrower where there is less room. */
const WIDTH = 256

/** A text as a QR code: dark on white in any theme, because some cameras cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }): VNode {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return (
    <svg
      class="qr"
      width={WIDTH}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(rowPath).join('')} fill="#000" />
    </svg>
  )
}

/** The dark modules of a row, each run as one rectangle. */
function rowPath(row: boolean[], y: number): string {
  const squares = row.map((dark) => (dark ? '1' : '0')).join('')
  return [...squares.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('')
}
