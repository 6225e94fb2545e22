import type { VNode } from 'preact'

export const FAVICON_PATH = '/favicon.svg'

// People sitting in a ring: seven seats, one of them free.
const SEATS = [
  [16, 5],
  [24.6, 9.1],
  [26.7, 18.4],
  [20.8, 25.9],
  [11.2, 25.9],
  [5.3, 18.4],
  [7.4, 9.1],
] as const

const circles = SEATS.map(([x, y], seat) =>
  seat === 3
    ? `<circle cx="${x}" cy="${y}" r="2.5" fill="none" stroke="currentColor" stroke-width="1.5"/>`
    : `<circle cx="${x}" cy="${y}" r="3.2"/>`,
).join('')

/** The logo as a file: its colour follows the browser's colour scheme. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>svg{color:#1d5d80;fill:#1d5d80}@media (prefers-color-scheme:dark){svg{color:#8cc4e4;fill:#8cc4e4}}</style>${circles}</svg>`

/** The logo, in the colour of the text around it. */
export function Mark(): VNode {
  return (
    <svg viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      {SEATS.map(([x, y], seat) =>
        seat === 3 ? (
          <circle key={seat} cx={x} cy={y} r="2.5" fill="none" stroke="currentColor" stroke-width="1.5" />
        ) : (
          <circle key={seat} cx={x} cy={y} r="3.2" />
        ),
      )}
    </svg>
  )
}
