import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { type Poll, type PollSettings, pollState } from '../../polls/poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { pollType, signOf } from '../../polls/types/index.ts'
import { Empty } from '../parts/empty-part.tsx'
import { richSentences } from '../words/rich.tsx'
import { listedLabel, optionNote } from './poll-words.ts'
import { ZoneNote } from './zone-note-part.tsx'

// Distinct by shape as well as by colour.
const SHAPES: Record<string, string> = {
  agree: 'M2 8.5 6 13 14 3',
  accept: 'M2 8.5 6 13 14 3',
  abstain: 'M2 8H14',
  disagree: 'M3 3 13 13M13 3 3 13',
  decline: 'M3 3 13 13M13 3 3 13',
  block: 'M5 1.5H11L14.5 5V11L11 14.5H5L1.5 11V5ZM4.5 8H11.5',
}

/** `add`: where the reader can add options; null: they cannot. */
type OptionsProps = { poll: Poll; options: PollOption[]; now: Date; zone: string; add?: string | null }

/** The options as a list to read. */
export function Options({ poll, options, now, zone, add = null }: OptionsProps): VNode {
  if (options.length === 0) return <Empty>{noneWords({ poll, now, add })}</Empty>
  return (
    <>
      {pollType(poll.poll_type).options_are_times && <ZoneNote options={options} zone={zone} />}
      <ul class="options bare">
        {options.map((option) => (
          <li key={option.slot}>
            <OptionMark poll={poll} name={option.name} />
            <span>
              <bdi>{listedLabel(poll.poll_type, option.name, zone)}</bdi>
              <OptionNote poll={poll} name={option.name} />
              <OptionMeaning option={option} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

type NoneProps = Pick<OptionsProps, 'poll' | 'now'> & { add: string | null }

function noneWords({ poll, now, add }: NoneProps): ComponentChildren {
  if (pollState(poll, now).is === 'closed') return t('poll.no_option_added')
  if (add !== null)
    return richSentences([t('poll.no_options_yet'), <a href={add}>{t('poll.add_first_option')}</a>])
  return t(poll.voter_can_add_options ? 'poll.no_options_voters_add' : 'poll.no_options')
}

/** A warning for voters under this option's name. */
export function OptionNote({ poll, name }: { poll: PollSettings; name: string }): VNode | null {
  const note = optionNote(poll, name)
  return note === null ? null : <span class="remark">{note}</span>
}

/**
 * The description of an option and what it costs, under its name. An open page finds it by the option's slot
 * when it is edited.
 */
export function OptionMeaning({
  option: { meaning: text, cost, slot },
}: {
  option: Pick<PollOption, 'meaning' | 'cost'> & Partial<Pick<PollOption, 'slot'>>
}): VNode {
  return (
    <>
      {text !== null && (
        <span class="remark" dir="auto" data-meaning={slot}>
          {text}
        </span>
      )}
      <OptionCost cost={cost} />
    </>
  )
}

function OptionCost({ cost }: Pick<PollOption, 'cost'>): VNode | null {
  return cost === null ? null : <span class="remark">{t('count.cost', { cost })}</span>
}

/** The total that can be spent on the options. Null: they cost nothing. */
export function Budget({ poll: { budget } }: { poll: Pick<PollSettings, 'budget'> }): VNode | null {
  return budget === null ? null : <p>{t('count.budget', { budget })}</p>
}

/** The sign of an option: shape and colour show the meaning of a proposal's position; a dot for others. */
export function OptionMark({ poll, name }: { poll: Poll; name: string }): VNode {
  return <Mark shape={hasSigns(poll) ? name : null} look={meaning(poll, name)} />
}

/** Whether options have their own icons. */
export function hasSigns({ poll_type }: Pick<Poll, 'poll_type'>): boolean {
  return Object.keys(pollType(poll_type).signs).length > 0
}

/** The shape of this option's sign. */
export function signShape(name: string): string | undefined {
  return Object.hasOwn(SHAPES, name) ? SHAPES[name] : undefined
}

/** A sign whose shape and colour show the meaning of a position. */
export function Mark({ shape: name, look = name ?? '' }: { shape: string | null; look?: string }): VNode {
  const shape = name === null ? undefined : signShape(name)
  return (
    <svg
      class={look}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="2.25"
      aria-hidden="true"
    >
      {shape === undefined ? <circle cx="8" cy="8" r="3" /> : <path d={shape} />}
    </svg>
  )
}

/** The class that colours an option by its meaning. */
export function meaning(poll: Poll, name: string): string {
  return signOf(poll.poll_type, name) === null ? 'other' : name
}
