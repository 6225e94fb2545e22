// The strokes that ballot pictures consist of.

/** The heights of three rows. */
export const ROWS = [9, 24, 39]

export const line = (y: number, x = 22, length = 34) => (
  <rect key={`line ${x} ${y}`} class="line" x={x} y={y - 1.5} width={length} height="3" rx="1.5" />
)

export const ring = (y: number, full: boolean, x = 10) => (
  <circle key={`ring ${x} ${y}`} class={full ? 'full' : 'ring'} cx={x} cy={y} r="4.5" />
)
