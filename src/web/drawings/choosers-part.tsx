import type { VNode } from 'preact'
import { listGap, t } from '../../locales/say.ts'
import type { Chooser } from '../../polls/results/load-choosers.ts'
import { drawnOnce } from '../parts/drawn-once.ts'
import { Person } from '../parts/person-part.tsx'
import type { Line, Picture } from './picture.ts'

/** If more people voted, names are folded. */
export const MOST_UNFOLDED = 30

/** Who chose an option, if single ballots are visible: initials and name. */
export function Choosers({ picture, line }: { picture: Picture; line: Line }): VNode | null {
  const { people, label } = line
  if (people.length === 0) return null
  const folded = picture.voters > MOST_UNFOLDED
  const __html = drawnOnce(people, String(folded), () =>
    folded ? <Names of={people} /> : <Faces of={people} />,
  )
  return folded ? (
    <details class="choosers" dangerouslySetInnerHTML={{ __html }} />
  ) : (
    <ul
      class="faces bare"
      aria-label={t('drawing.who_chose', { option: label })}
      dangerouslySetInnerHTML={{ __html }}
    />
  )
}

function Names({ of }: { of: Chooser[] }): VNode {
  const gap = listGap()
  return (
    <>
      <summary>{t('drawing.show_names', { count: of.length })}</summary>
      <p class="small">
        {of.map(({ shown }, place) => (
          <>
            {place > 0 && gap}
            <bdi>{shown}</bdi>
          </>
        ))}
      </p>
    </>
  )
}

/** On paper, which shows no initials, they are a list in a line. */
function Faces({ of }: { of: Chooser[] }): VNode {
  const gap = listGap()
  return (
    <>
      {of.map((user, place) => (
        <li key={`${place} ${user.shown}`}>
          <Person user={user} shown={user.shown} />
          {place < of.length - 1 && <span class="on-paper">{gap}</span>}
        </li>
      ))}
    </>
  )
}
