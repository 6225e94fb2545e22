import type { VNode } from 'preact'
import type { Mark as OwnMark } from '../../groups/service/identity.ts'

export const FAVICON_PATH = '/favicon.svg'
export const MARK_PATH = '/mark.png'

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

/** The URL of the service's own mark; it changes with the file. */
function markUrl({ hash }: OwnMark): string {
  return `${MARK_PATH}?v=${hash}`
}

/** The icon of the browser's tab. */
export function Icon({ mark }: { mark: OwnMark | null }): VNode {
  if (mark === null) return <link rel="icon" href={FAVICON_PATH} type="image/svg+xml" />
  return <link rel="icon" href={markUrl(mark)} type="image/png" />
}

/** The service's own mark, or the logo in the colour of the text around it. */
export function Mark({ mark }: { mark: OwnMark | null }): VNode {
  if (mark !== null) return <img src={markUrl(mark)} alt="" />
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
