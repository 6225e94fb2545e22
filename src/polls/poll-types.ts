/**
 * THE table of poll types: what may be voted on, what one ballot may hold, what a choice scores and
 * in which order results stand. Source: the table "Polls by type" of the interface.
 */
export type PollType = 'proposal' | 'poll' | 'count' | 'score' | 'ranked_choice' | 'meeting' | 'dot_vote'

type Range = { least: number; most: number }

/** The settings a poll type's limits depend on. */
export type ChoiceSettings = {
  minimum_stance_choices: number | null
  maximum_stance_choices: number | null
  min_score: number
  max_score: number
  dots_per_person: number
  can_respond_maybe: boolean
}

export type PollTypeRules = {
  /** Names that may be options; null: any text. */
  allowed_options: readonly string[] | null
  /** The options when none are given; null: there is no default. */
  default_options: readonly string[] | null
  least_options: number
  /** Options are ISO 8601 dates or date-times. */
  dated: boolean
  /** How many options one ballot names. */
  choices: (settings: ChoiceSettings, options: number) => Range
  /** Which number a voter may give an option named on the ballot. */
  number: (settings: ChoiceSettings, options: number) => Range
  /** The ballot gives ranks, 1 the best; they are kept as points. */
  ranked: boolean
  /** Numbers that are given no meaning by naming: kept as unanswered. */
  zero_is_unanswered: boolean
  /** The most that the numbers of one ballot may add up to. */
  budget: (settings: ChoiceSettings) => number | null
  /** In which order results stand. */
  order: 'posted' | 'score' | 'time'
  /** Whom `voter_count` counts: everyone who answered the option, or who gave it more than 0. */
  counted: 'answers' | 'supports'
}

const ONE: Range = { least: 1, most: 1 }

const PLAIN: PollTypeRules = {
  allowed_options: null,
  default_options: null,
  least_options: 1,
  dated: false,
  choices: () => ONE,
  number: () => ONE,
  ranked: false,
  zero_is_unanswered: true,
  budget: () => null,
  order: 'score',
  counted: 'supports',
}

/** How many options a ranked ballot must rank: all, unless less is asked for. */
const ranks = (settings: ChoiceSettings, options: number) =>
  settings.minimum_stance_choices ?? Math.min(options, settings.maximum_stance_choices ?? options)

export const POLL_TYPES: Record<PollType, PollTypeRules> = {
  proposal: {
    ...PLAIN,
    allowed_options: ['agree', 'disagree', 'abstain', 'block'],
    default_options: ['agree', 'abstain', 'disagree'],
    order: 'posted',
  },
  poll: {
    ...PLAIN,
    choices: (settings) => {
      const most = settings.maximum_stance_choices ?? Math.max(1, settings.minimum_stance_choices ?? 1)
      return { least: settings.minimum_stance_choices ?? 1, most }
    },
  },
  count: { ...PLAIN, default_options: ['accept', 'decline'], order: 'posted' },
  score: {
    ...PLAIN,
    choices: (settings, options) => ({
      least: settings.minimum_stance_choices ?? 1,
      most: settings.maximum_stance_choices ?? options,
    }),
    number: (settings) => ({ least: settings.min_score, most: settings.max_score }),
    zero_is_unanswered: false,
    counted: 'answers',
  },
  ranked_choice: {
    ...PLAIN,
    least_options: 2,
    choices: (settings, options) => ({ least: ranks(settings, options), most: ranks(settings, options) }),
    number: (settings, options) => ({ least: 1, most: ranks(settings, options) }),
    ranked: true,
  },
  meeting: {
    ...PLAIN,
    dated: true,
    choices: (_, options) => ({ least: options, most: options }),
    number: () => ({ least: 0, most: 2 }),
    zero_is_unanswered: false,
    order: 'time',
  },
  dot_vote: {
    ...PLAIN,
    choices: (settings, options) => ({
      least: settings.minimum_stance_choices ?? 0,
      most: settings.maximum_stance_choices ?? options,
    }),
    number: (settings) => ({ least: 0, most: settings.dots_per_person }),
    budget: (settings) => settings.dots_per_person,
  },
}

export const POLL_TYPE_NAMES = Object.keys(POLL_TYPES) as PollType[]
