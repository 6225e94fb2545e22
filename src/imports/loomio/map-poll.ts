import { sentence } from '../../errors.ts'
import { PLAIN_COUNT } from '../../polls/counts/methods.ts'
import {
  ANONYMOUS_RULES,
  checkPoll,
  DEFAULT_DOTS,
  DEFAULT_MAX_SCORE,
  DEFAULT_MIN_SCORE,
  MAX_SCORE,
  type PollSettings,
} from '../../polls/poll.ts'
import { MAX_OPTION_MEANING, MAX_OPTION_NAME, MAX_OPTIONS, readInstant } from '../../polls/poll-option.ts'
import { NO_RULES } from '../../polls/results/decision-rules.ts'
import { type PollTypeName, pollType } from '../../polls/types/index.ts'
import type { Range } from '../../polls/types/poll-type.ts'
import { positionNamed } from '../../polls/types/positions.ts'
import type { NewNote, NoteCode } from '../report.ts'
import type { OptionData, PollData } from './line.ts'
import { cut } from './raw.ts'

export type SourceOption = OptionData & { id: string }

/** What ballots of a poll need to know of it; it is kept with the line of the poll. */
export type PollShape = {
  poll_type: PollTypeName
  /** The number of its options. */
  options: number
  /** Its scores are ranks, 1 the best; else more is better. */
  ranks: boolean
  /** In ranked choice: so many points for the first rank. */
  points: number
  /** The slot of "None of these"; null: it has no such option. */
  none: number | null
  /** The numbers that an option may get; null: any. */
  numbers: Range | null
  /** A ballot without an answer is one: it spends none of its dots. */
  may_be_empty: boolean
}

export type MappedPoll = {
  settings: PollSettings
  options: { name: string; meaning: string | null }[]
  /** The ids of the options in the file, by slot, slot 1 first; "None of these" has none. */
  ids: (string | null)[]
  shape: PollShape
  notes: NewNote[]
}

export type Refused = { refused: NoteCode; params: Record<string, string | number> }

/**
 * A poll in the file: its record, options in their order, and the highest score on a ballot, if there is
 * any.
 */
export type SourcePoll = { data: PollData; options: SourceOption[]; highest: number | null }

const NONE_OF_THESE = 'None of the above'
const DEFAULT_RANKS = 3

/** Types there, and what they are here. Polls of type question have no options: they become comments. */
const TYPES: Record<string, PollTypeName> = {
  proposal: 'proposal',
  check: 'poll',
  count: 'count',
  poll: 'poll',
  dot_vote: 'dot_vote',
  score: 'score',
  ranked_choice: 'ranked_choice',
  stv: 'ranked_choice',
  meeting: 'meeting',
}
/** Types whose name and meaning are not quite the same. */
const RENAMED = new Set(['check', 'stv'])

export const QUESTION = 'question'

/** A poll as it is here, or why it cannot be. */
export function mapPoll(poll: SourcePoll, now: Date): MappedPoll | Refused {
  const { data } = poll
  const type = Object.hasOwn(TYPES, data.poll_type) ? TYPES[data.poll_type] : undefined
  if (type === undefined) return { refused: 'unknown_type', params: { poll_type: data.poll_type } }
  const mapped = mapOptions(type, poll)
  const { options } = mapped
  if (options.length === 0) return { refused: 'no_options', params: {} }
  const settings = settingsOf(mapped.type, poll, options.length)
  const [fault] = checkPoll({ settings, options: options.map(({ name }) => name) }, now)
  if (fault !== undefined) return { refused: 'bad_poll', params: { why: cut(sentence(fault), 300) } }
  const other = mapped.type !== type || RENAMED.has(data.poll_type)
  const params = { from: data.poll_type, to: mapped.type }
  return {
    settings,
    options,
    ids: mapped.ids,
    shape: shapeOf(settings, data, { options: options.length, none: mapped.none }),
    notes: [...(other ? [{ code: 'other_type' as const, params }] : []), ...quotaNote(data), ...mapped.notes],
  }
}

function quotaNote({ poll_type, stv_quota }: PollData): NewNote[] {
  return poll_type === 'stv' && stv_quota === 'hare' ? [{ code: 'other_quota' }] : []
}

type Options = Pick<MappedPoll, 'options' | 'ids' | 'notes'> & { type: PollTypeName; none: number | null }

function mapOptions(wanted: PollTypeName, { data, options: given }: SourcePoll): Options {
  const notes: NewNote[] = []
  const usable = wanted === 'meeting' ? given.filter(({ name }) => readInstant(name) !== null) : given
  if (usable.length < given.length) notes.push({ code: 'option_left_out', params: { why: 'time' } })
  const room = MAX_OPTIONS - (data.none_of_the_above ? 1 : 0)
  if (usable.length > room) notes.push({ code: 'option_left_out', params: { why: 'many' } })
  const kept = usable.slice(0, room)
  const ids: (string | null)[] = kept.map(({ id }) => id)
  const positions = wanted === 'proposal' ? positionsOf(kept) : null
  if (positions !== null) return { type: 'proposal', options: positions, ids, notes, none: null }
  const type = wanted === 'proposal' ? 'poll' : wanted
  const options = distinct(kept.map(({ name, meaning }) => ({ name, meaning })))
  if (type !== 'poll' || !data.none_of_the_above || options.length === 0)
    return { type, options, ids, notes, none: null }
  const all = distinct([...options, { name: NONE_OF_THESE, meaning: null }])
  return { type, options: all, ids: [...ids, null], notes, none: all.length }
}

/** The options of a proposal as positions; null when two would be the same, or one is none. */
function positionsOf(options: SourceOption[]): MappedPoll['options'] | null {
  const positions = options.map((option) => ({ ...option, position: positionOf(option) }))
  const names = new Set(positions.map(({ position }) => position))
  if (options.length === 0 || names.has(null) || names.size < options.length) return null
  return positions.map(({ name, meaning, position }) => {
    const words =
      name.toLowerCase() === position ? meaning : [name, meaning].filter((text) => text !== null).join(': ')
    return { name: position ?? '', meaning: words === null ? null : cut(words, MAX_OPTION_MEANING) }
  })
}

function positionOf({ name, icon }: SourceOption): string | null {
  return positionNamed(name.toLowerCase()) ?? positionNamed(icon ?? '')
}

/** Names may not occur twice. */
function distinct(options: MappedPoll['options']): MappedPoll['options'] {
  const seen = new Set<string>()
  return options.map(({ name, meaning }) => {
    let free = name.trim()
    for (let number = 2; seen.has(free); number++)
      free = `${cut(name.trim(), MAX_OPTION_NAME - 8)} (${number})`
    seen.add(free)
    return { name: free, meaning }
  })
}

/** A number within these limits; null: there is none. */
function within(number: number | null, least: number, most: number): number | null {
  return number === null ? null : Math.min(Math.max(number, least), most)
}

function settingsOf(poll_type: PollTypeName, { data, highest }: SourcePoll, options: number): PollSettings {
  const { title, details, details_format, anonymous, hide_results, reasons, notify, maybe } = data
  const settings: PollSettings = {
    ...NO_RULES,
    ...PLAIN_COUNT,
    poll_type,
    title,
    details,
    details_format,
    closing_at: null,
    hide_results,
    anonymous,
    receipts: false,
    open_link: false,
    specified_voters_only: data.specified_voters_only,
    voter_can_add_options: data.voter_can_add_options && !pollType(poll_type).single_choice,
    shuffle_options: data.shuffle_options,
    notify_on_closing_soon: notify,
    stance_reason_required: reasons,
    agree_target: poll_type === 'count' ? within(data.agree_target, 1, MAX_INT) : null,
    can_respond_maybe: maybe,
    quorum_pct: within(data.quorum, 0, 100),
    ...scoresOf(poll_type, data, highest),
    ...choicesOf(poll_type, { data, highest }, options),
    ...(data.poll_type === 'stv' ? stvOf(data, options) : {}),
    ...(anonymous ? ANONYMOUS_RULES : {}),
  }
  return settings
}

const MAX_INT = 2 ** 31 - 1

function scoresOf(type: PollTypeName, data: PollData, highest: number | null) {
  const dots = within(data.dots ?? DEFAULT_DOTS, 1, MAX_SCORE) ?? DEFAULT_DOTS
  if (type !== 'score')
    return { min_score: DEFAULT_MIN_SCORE, max_score: DEFAULT_MAX_SCORE, dots_per_person: dots }
  const min_score = within(data.min_score ?? DEFAULT_MIN_SCORE, 0, MAX_SCORE - 1) ?? 0
  const wanted = Math.max(data.max_score ?? DEFAULT_MAX_SCORE, highest ?? 0, min_score + 1)
  return { min_score, max_score: Math.min(wanted, MAX_SCORE), dots_per_person: dots }
}

type Limits = Pick<PollSettings, 'minimum_stance_choices' | 'maximum_stance_choices'>
const NO_LIMITS: Limits = { minimum_stance_choices: null, maximum_stance_choices: null }

function choicesOf(
  type: PollTypeName,
  { data, highest }: Pick<SourcePoll, 'data' | 'highest'>,
  options: number,
): Limits {
  if (type === 'poll') {
    const most = within(data.most, 1, options)
    const least = within(data.least, 1, most ?? options)
    return {
      minimum_stance_choices: least,
      maximum_stance_choices: most ?? (least === null ? null : options),
    }
  }
  if (type !== 'ranked_choice' || data.poll_type === 'stv') return NO_LIMITS
  // The first choice of every ballot there has as many points as there are ranks.
  const ranks = within(Math.max(data.least ?? DEFAULT_RANKS, highest ?? 0), 1, options)
  return { minimum_stance_choices: ranks, maximum_stance_choices: null }
}

function stvOf({ stv_method, seats }: PollData, options: number): Partial<PollSettings> {
  return {
    count_method: stv_method === 'meek' ? 'stv_meek' : 'stv_scottish',
    seats: within(seats ?? 1, 1, Math.max(1, options)) ?? 1,
  }
}

function shapeOf(
  settings: PollSettings,
  data: PollData,
  { options, none }: Pick<PollShape, 'options' | 'none'>,
): PollShape {
  const { poll_type, minimum_stance_choices } = settings
  const type = pollType(poll_type)
  const ranks = data.poll_type === 'stv'
  const points = ranks ? options : (minimum_stance_choices ?? options)
  const may_be_empty = type.budget(settings) !== null
  const is_bounded = type.answered_by === 'numbers' && !type.numbers_differ && !may_be_empty
  const numbers = is_bounded ? type.number(settings, options) : null
  return { poll_type, options, ranks, points, none, numbers, may_be_empty }
}
