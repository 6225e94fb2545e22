import type { VNode } from 'preact'
import { count } from '../../text/counted.ts'
import { Person } from '../parts/person-part.tsx'
import type { Line, Picture } from './picture.ts'

/** Where more have voted, names are folded. */
const MOST_UNFOLDED = 30

/** Who chose an option, where single ballots are shown: initials and name. */
export function Choosers({ picture, line }: { picture: Picture; line: Line }): VNode | null {
  const { people } = line
  if (people.length === 0) return null
  if (picture.voters > MOST_UNFOLDED)
    return (
      <details class="choosers">
        <summary>{`Show the ${count(people.length, 'name')}`}</summary>
        <p class="small">
          {people.map((name, place) => (
            <>
              {place > 0 && ', '}
              <bdi>{name}</bdi>
            </>
          ))}
        </p>
      </details>
    )
  return (
    <ul class="faces bare" aria-label={`Who chose ${line.label}`}>
      {people.map((name, place) => (
        <li key={`${place} ${name}`}>
          <Person user={{ name }} />
        </li>
      ))}
    </ul>
  )
}
