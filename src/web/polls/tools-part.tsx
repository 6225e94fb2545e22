import type { VNode } from 'preact'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import { abilitiesOf, TOOLS, toolLabel } from '../visits/poll-tools.ts'

/** The links to what the visitor may do with the poll besides voting. */
export function ToolsPart({ visit }: { visit: PollVisit }): VNode | null {
  const abilities = abilitiesOf(visit)
  const tools = TOOLS.filter((tool) => abilities.includes(tool.ability))
  if (tools.length === 0) return null
  const only_options = abilities.length === 1 && abilities[0] === 'add_options'
  return (
    <nav class="tools" aria-labelledby="tools">
      <h2 id="tools" class="side-title">
        {only_options ? 'Something missing?' : 'Looking after this poll'}
      </h2>
      <ul class="bare">
        {tools.map((tool) => (
          <li key={tool.path}>
            <a href={`/p/${visit.loaded.poll.key}/${tool.path}`}>{toolLabel(tool, visit.loaded)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
