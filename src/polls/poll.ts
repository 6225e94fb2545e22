import { checkTitle, MAX_BODY, type TextFormat } from '../discussions/discussion.ts'
import { type Problem, problem } from '../errors.ts'
import type { Tag } from '../groups/tags/tag.ts'
import { checkLength } from '../text/length.ts'
import { checkCounting } from './counts/counting-rules.ts'
import type { CountSettings } from './counts/methods.ts'
import { checkMeanings, checkOptions, newOptions, type OptionCosts } from './poll-option.ts'
import { checkRules, type DecisionRules } from './results/decision-rules.ts'
import { type ChoiceSettings, type PollTypeName, pollType } from './types/index.ts'

export const HIDE_RESULTS = ['off', 'until_vote', 'until_closed'] as const
export type HideResults = (typeof HIDE_RESULTS)[number]
export const CLOSING_SOON_AUDIENCES = ['nobody', 'author', 'undecided_voters', 'voters'] as const
export type ClosingSoonAudience = (typeof CLOSING_SOON_AUDIENCES)[number]
export const REASON_RULES = ['disabled', 'optional', 'required'] as const
export type ReasonRule = (typeof REASON_RULES)[number]

/** The settings that a poll's author chooses. */
export type PollSettings = ChoiceSettings &
  DecisionRules &
  CountSettings & {
    poll_type: PollTypeName
    title: string
    details: string | null
    details_format: TextFormat
    closing_at: Date | null
    hide_results: HideResults
    anonymous: boolean
    /** Voters of an anonymous poll get a signed receipt; the question stays as it is from the opening on. */
    receipts: boolean
    /** Anyone with a link may vote beside the electorate; it stays as it is from the opening on. */
    open_link: boolean
    specified_voters_only: boolean
    voter_can_add_options: boolean
    shuffle_options: boolean
    notify_on_closing_soon: ClosingSoonAudience
    agree_target: number | null
    stance_reason_required: ReasonRule
  }

export type Poll = PollSettings & {
  id: number
  key: string
  group_id: number
  discussion_id: number | null
  author_id: number
  api_key_id: number | null
  version: number
  created_at: Date
  updated_at: Date
  opened_at: Date | null
  closed_at: Date | null
  sealed_at: Date | null
  /** The slots of the elected options, in the order of their election; only as of `elected_at`. */
  elected_slots: number[] | null
  /** The closing whose count this is; another one makes it void. Null: never counted. */
  elected_at: Date | null
  /** A lot decided who is elected. Null: never counted, or by an earlier release: not known yet. */
  elected_by_lot: boolean | null
  /** The public key, in hex, that encrypts its boxes. Null: a named poll, not opened, or opened by 0.1.0. */
  urn_key: string | null
  key_destroyed_at: Date | null
  key_missing_at: Date | null
  /** When ballots that 0.1.0 had stored in plain text were last moved into boxes. */
  boxed_at: Date | null
  reminded_at: Date | null
  discarded_at: Date | null
  /** The language it is written in, if known. */
  content_locale: string | null
  /** When it was moved in from another service; null: it was made here. */
  imported_at: Date | null
  /** In the order in which they are shown. */
  tags: Tag[]
}

export const DEFAULT_MIN_SCORE = 0
export const DEFAULT_MAX_SCORE = 5
export const DEFAULT_DOTS = 8
export const MAX_SCORE = 10_000
export const CLOSING_SOON_HOURS = 24
const HOUR_MS = 3_600_000

/** `settled`: the closing is recorded, so no ballot can still be on its way. */
export type PollState =
  | { is: 'draft' }
  | { is: 'open'; until: Date }
  | { is: 'closed'; at: Date; settled: boolean }

/** The facts that determine a poll's state. */
export type Timing = Pick<Poll, 'opened_at' | 'closing_at' | 'closed_at'>

/** A poll is closed from its closing time on, for every reader and every vote. */
export function pollState(poll: Timing, now: Date): PollState {
  if (poll.closed_at !== null) return { is: 'closed', at: poll.closed_at, settled: true }
  if (poll.opened_at === null || poll.closing_at === null) return { is: 'draft' }
  if (poll.closing_at <= now) return { is: 'closed', at: poll.closing_at, settled: false }
  return { is: 'open', until: poll.closing_at }
}

/** The totals of this poll can no longer change: closed and settled, and sealed when it is anonymous. */
export function isFinal(poll: Timing & Pick<Poll, 'anonymous' | 'sealed_at'>, now: Date): boolean {
  const state = pollState(poll, now)
  return state.is === 'closed' && state.settled && (!poll.anonymous || poll.sealed_at !== null)
}

/** The voting was conducted by another service, so that this one cannot vouch for it. */
export function votedElsewhere({ imported_at, closed_at }: Pick<Poll, 'imported_at' | 'closed_at'>): boolean {
  return imported_at !== null && closed_at !== null && closed_at <= imported_at
}

/**
 * Rules of every anonymous poll: a reason reveals its voter, and so do changing totals. Two people who vote
 * one after the other could see from the difference what the first one chose.
 */
export const ANONYMOUS_RULES = { hide_results: 'until_closed', stance_reason_required: 'disabled' } as const

/** A requested poll; `option_meanings` describes its options, in order. */
type Asked = {
  settings: PollSettings
  options: string[] | null
  option_meanings?: readonly string[]
  option_costs?: OptionCosts
}

/** All problems of a poll before it is created: its settings and its options. */
export function checkPoll(
  { settings, options, option_meanings = [], option_costs = {} }: Asked,
  now: Date,
): Problem[] {
  const mayBeEmpty = settings.closing_at === null || settings.voter_can_add_options
  const made = newOptions(settings.poll_type, options)
  const names = made.map(({ name }) => name)
  return [
    ...checkTitle(settings.title),
    ...checkLength('details', settings.details, MAX_BODY),
    ...checkOptions(settings.poll_type, options, mayBeEmpty),
    ...checkMeanings(option_meanings, made),
    ...checkClosing(settings.closing_at, now),
    ...checkScores(settings),
    ...checkChoiceCounts(settings, names.length),
    ...checkReasons(settings),
    ...checkReceipts(settings),
    ...checkOpenLink(settings),
    ...checkCounting(settings, names.length > 0 || mayBeEmpty ? names : null, option_costs),
    // Missing options are reported instead.
    ...checkRules(settings, settings.poll_type, names.length > 0 || mayBeEmpty ? names : null),
  ]
}

/** Checks that a closing time is in the future. */
export function checkClosing(closing_at: Date | null, now: Date): Problem[] {
  if (closing_at === null || closing_at > now) return []
  return [problem('closing_at', 'past')]
}

function checkScores({ min_score, max_score }: PollSettings): Problem[] {
  if (min_score < max_score) return []
  return [problem('max_score', 'not_above', { other: 'min_score', least: min_score })]
}

/** Checks that a ballot's number of choices is at most the number of options, if known. */
export function checkChoiceCounts(settings: PollSettings, options: number): Problem[] {
  const { minimum_stance_choices: least, maximum_stance_choices: most } = settings
  const problems: Problem[] = []
  for (const [field, count] of [
    ['minimum_stance_choices', least],
    ['maximum_stance_choices', most],
  ] as const) {
    // Missing options are reported instead.
    if (count !== null && options > 0 && count > options && !settings.voter_can_add_options) {
      problems.push(problem(field, 'above_options', { most: options }))
    }
  }
  if (least !== null && most !== null && least > most) {
    problems.push(problem('minimum_stance_choices', 'above_other', { other: 'maximum_stance_choices', most }))
  } else if (problems.length === 0 && least !== null && least > mostAtOpening(settings, options)) {
    problems.push(problem('minimum_stance_choices', 'above_options', { most: options }))
  }
  return problems
}

/** Ranks are fixed at the opening to the options there are then, even if voters add others. */
function mostAtOpening(settings: PollSettings, options: number): number {
  const fixed = options > 0 ? pollType(settings.poll_type).fixed_at_opening(settings, options) : {}
  return fixed.maximum_stance_choices ?? Number.POSITIVE_INFINITY
}

function checkReasons({ anonymous, stance_reason_required }: PollSettings): Problem[] {
  if (!anonymous || stance_reason_required !== 'required') return []
  return [problem('stance_reason_required', 'reason_tells_voter')]
}

/** A receipt hides nothing where names are shown, and fits one list of options only. */
function checkReceipts({ receipts, anonymous, voter_can_add_options }: PollSettings): Problem[] {
  if (!receipts) return []
  return [
    ...(anonymous ? [] : [problem('receipts', 'receipts_of_named')]),
    ...(voter_can_add_options ? [problem('voter_can_add_options', 'receipts_fix_options')] : []),
  ]
}

/** A total of one vote reveals who cast it. */
function checkOpenLink({ open_link, anonymous }: PollSettings): Problem[] {
  return open_link && anonymous ? [problem('open_link', 'open_link_of_anonymous')] : []
}

/** The minimum and maximum number of choices on one ballot of this poll. */
export function choiceLimits(
  poll: ChoiceSettings & { poll_type: PollTypeName },
  options: number,
): { least: number; most: number } {
  const { least, most } = pollType(poll.poll_type).choices(poll, options)
  return { least: Math.min(least, options), most: Math.min(most, options) }
}

/**
 * The number of ranks that voting opened with, if it leaves some of more options without one. Null: the poll
 * is a draft or closed, has no ranks, or they follow the number of options.
 */
export function ranksFixed(poll: PollSettings & Timing, options: number, now: Date): number | null {
  if (pollState(poll, now).is !== 'open' || !pollType(poll.poll_type).numbers_differ) return null
  const { most } = choiceLimits(poll, options + 1)
  return most <= options ? most : null
}

type Reminded = Pick<PollSettings, 'notify_on_closing_soon' | 'closing_at'>

/** When the reminder is sent: 24 hours before closing, and not at all when that is already past. */
export function reminderDue(poll: Reminded, now: Date): Date | null {
  if (poll.notify_on_closing_soon === 'nobody' || poll.closing_at === null) return null
  const due = new Date(poll.closing_at.getTime() - CLOSING_SOON_HOURS * HOUR_MS)
  return due > now ? due : null
}

/** Whether its reminder would be too late, as voting closes within that time from now. */
export function missesReminder(poll: Reminded, now: Date): boolean {
  const { notify_on_closing_soon: whom, closing_at } = poll
  return whom !== 'nobody' && closing_at !== null && closing_at > now && reminderDue(poll, now) === null
}
