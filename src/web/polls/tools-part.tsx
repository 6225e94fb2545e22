import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import { abilitiesOf, type Tool, toolLabel } from '../visits/poll-tools.ts'

/** Links to the visitor's other actions on the poll, besides voting. */
export function ToolsPart({ visit, tools }: { visit: PollVisit; tools: Tool[] }): VNode | null {
  const abilities = abilitiesOf(visit)
  const offered = tools.filter((tool) => abilities.includes(tool.ability))
  if (offered.length === 0) return null
  const only_options = abilities.length === 1 && abilities[0] === 'add_options'
  return (
    <nav class="tools" aria-labelledby="tools">
      <h2 id="tools" class="side-title">
        {t(only_options ? 'poll.something_missing' : 'poll.tools')}
      </h2>
      <ul class="bare">
        {offered.map((tool) => (
          <li key={tool.path}>
            <a href={tool.path.replace(':key', visit.loaded.poll.key)}>{toolLabel(tool, visit.loaded)}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
