import type { VNode } from 'preact'
import { sayTo, t } from '../../locales/say.ts'
import type { PollVisit } from '../../members/visits/load-visit.ts'
import type { Ability } from '../../polls/facilitation.ts'
import { missesReminder, pollState } from '../../polls/poll.ts'
import { isUndecided } from '../../polls/remind-undecided.ts'
import { Flash } from '../parts/flash-part.tsx'
import { NamesLeftOut } from '../parts/told-part.tsx'
import { abilitiesOf, type Tool, toolLabel, UNCHANGED } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'
import { richSentences } from '../words/rich.tsx'
import { EarlyTimesNote } from './proposed-times-part.tsx'
import { hasStarted } from './started-part.tsx'

/** Whether the visitor manages the poll: not only adds options as a voter. */
export function isManaged(visit: PollVisit): boolean {
  return abilitiesOf(visit).some((ability) => ability !== 'add_options')
}

const MENU = 'tool-menu'

/** Opens the menu of the tools where there is no column for it. On a phone it may be at the bottom. */
export function ManageButton({ visit }: { visit: PollVisit }): VNode | null {
  if (!isManaged(visit)) return null
  return (
    <div class="thumb manage">
      <button class="button plain" type="button" popovertarget={MENU}>
        {t('poll.tools')}
      </button>
    </div>
  )
}

/**
 * Links to the visitor's actions on the poll other than voting: in the side column, or for those who manage
 * it in a menu.
 */
export function ToolsPart({ visit, tools }: { visit: PollVisit; tools: Tool[] }): VNode | null {
  const offered = offeredTo(visit, tools)
  if (offered.length === 0) return null
  const manages = isManaged(visit)
  return (
    <nav id={MENU} class="tools" popover={manages ? 'auto' : undefined} aria-labelledby="tools">
      <h2 id="tools" class="side-title">
        {t(manages ? 'poll.tools' : 'poll.something_missing')}
      </h2>
      <ul class="bare">
        {offered.map((tool) => (
          <li key={tool.path}>
            <ToolAnchor visit={visit} tool={tool} />
          </li>
        ))}
      </ul>
      {manages && (
        <button class="button plain" type="button" popovertarget={MENU} popovertargetaction="hide">
          {/* Not “Close”, which would close the poll. */}
          {t('page.back_to_poll')}
        </button>
      )}
    </nav>
  )
}

function offeredTo(visit: PollVisit, tools: Tool[]): Tool[] {
  const abilities = abilitiesOf(visit)
  return tools.filter((tool) => abilities.includes(tool.ability) && isOfUse(tool, visit))
}

function ToolAnchor({ visit: { loaded }, tool }: { visit: PollVisit; tool: Tool }): VNode {
  return <a href={tool.path.replace(':key', loaded.poll.key)}>{toolLabel(tool, loaded)}</a>
}

/** What becomes of a draft: it is opened, edited or discarded. */
const OF_DRAFTS: Ability[] = ['open', 'edit', 'discard']

/** In the note of a draft, for those who manage it: what comes next. */
export function DraftTools({ visit, tools }: { visit: PollVisit; tools: Tool[] }): VNode | null {
  if (pollState(visit.loaded.poll, visit.loaded.now).is !== 'draft') return null
  const offered = offeredTo(visit, tools).filter(({ ability }) => OF_DRAFTS.includes(ability))
  if (offered.length === 0) return null
  return (
    <p class="row">
      {offered.map((tool) => (
        <ToolAnchor key={tool.path} visit={visit} tool={tool} />
      ))}
    </p>
  )
}

/** Nobody needs a reminder to a poll in which everyone has voted, or can withdraw what was not published. */
function isOfUse({ ability, of_outcome }: Tool, { loaded }: PollVisit): boolean {
  if (of_outcome && loaded.outcome === null) return false
  return ability !== 'remind' || isUndecided(loaded)
}

type Used = {
  view: PollView
  tools: Tool[]
  /** `unreminded`: it brought the closing time too near for the reminder. */
  used: { name: unknown; unreminded: boolean; people: number; left_out: number; sends: boolean }
}

/** The message about a used tool, for people who may use it. */
export function ToolUsed({ view, tools, used: by }: Used): VNode | null {
  const { visit } = view
  const { name, people, left_out, sends } = by
  if (name === UNCHANGED)
    return isManaged(visit) ? <Flash title={t('poll_tool.unchanged')} tone="plain" /> : null
  // The note about the ballot says so.
  if (hasStarted(view, name)) return <EarlyTimesNote visit={visit} />
  const used = tools.find(({ path }) => path === `/p/:key/${name}`)
  if (used?.done === undefined || !abilitiesOf(visit).includes(used.done_by ?? used.ability)) return null
  const done = doneWords(used, { edited: isEdited(visit.loaded.outcome), sends }) ?? used.done
  return (
    <>
      <Flash title={sayTo({}, done, { people })} tone="good">
        <NamesLeftOut count={left_out} />
        {used.ability === 'close' && <OutcomeNext visit={visit} tools={tools} />}
      </Flash>
      {by.unreminded && <Unreminded visit={visit} tools={tools} is_note />}
      {SETS_TIMES.includes(used.ability) && <EarlyTimesNote visit={visit} />}
    </>
  )
}

type Visited = { visit: PollVisit; tools: Tool[] }

/** No reminder goes out, but people can still be reminded. `is_note`: outside of other notes. */
export function Unreminded({ visit, tools, is_note = false }: Visited & { is_note?: boolean }): VNode | null {
  if (!missesReminder(visit.loaded.poll, visit.loaded.now)) return null
  const remind = offeredTo(visit, tools).find(({ ability }) => ability === 'remind')
  return (
    <p class={is_note ? 'note' : undefined}>
      {richSentences([
        t('poll_form.reminds_too_late'),
        remind === undefined ? null : <ToolAnchor visit={visit} tool={remind} />,
      ])}
    </p>
  )
}

function doneWords(used: Tool, { edited, sends }: { edited: boolean; sends: boolean }): Tool['done'] {
  if (edited && used.done_edited !== undefined) return used.done_edited
  return sends ? used.done : used.done_unsent
}

const isEdited = (said: PollVisit['loaded']['outcome']) => said !== null && said.outcome.published_at !== null

/** The actions that may bring a closing time after proposed times. */
const SETS_TIMES: Ability[] = ['open', 'reopen', 'edit', 'add_options']

/** After closing, the outcome is next. */
function OutcomeNext({ visit, tools }: { visit: PollVisit; tools: Tool[] }): VNode | null {
  const next = tools.find(({ ability }) => ability === 'publish_outcome')
  if (next === undefined) return null
  return <p>{richSentences([t('poll_tool.outcome_next'), <ToolAnchor visit={visit} tool={next} />])}</p>
}
