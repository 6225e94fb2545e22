import { METHODS, type Method } from '@folkmoot/count'
import { POLL_TYPE_NAMES, type PollTypeName, pollType } from '../../../src/polls/types/index.ts'
import type { Chance } from '../chance.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MOST_OPTIONS = 200
const MOST_IN_A_TITLE = 150
// Names that look like numbers, markup, placeholders, formulas and parts of lists.
const NAMES = [
  ...[
    'Bench',
    'Größe 10 %',
    '<b>Trees</b>',
    'a',
    '0',
    '-1',
    '1',
    'toString',
    'الخيار',
    '🌳🌲',
    'x'.repeat(250),
  ],
  ...[`O'Neil & "Co"`, 'Agree', 'abstain', 'Bench, green', 'Bench; 2', '{foo}', '%s', '=1+1', 'مرحبا (1)'],
  ...['None of these', '1.5', '第一', 'line\tend'],
]
const TITLES = ['Paint it', 'x', 'T'.repeat(MOST_IN_A_TITLE), '<i>&amp;</i>', 'שלום {foo}', '日程', '# 1']
const TEXTS = [
  ...['', 'Some **words**.', 'A\n\n- list\n- of\n\n```\ncode\n```', 'w'.repeat(9_000)],
  ...['<script>alert(1)</script> [x](javascript:1)', '| a | b |\n|---|---|\n| 1 | 2 |'],
]
export const EMAILS = ['pia@far.example', 'tia@far.example', 'Ben@mill.example', 'new@far.example']

/** Fields of a new poll, as programs write them. */
export type Wish = { poll_type: PollTypeName; title: string; options: string[]; [field: string]: unknown }

export const titleBy = (chance: Chance) =>
  `${chance.one(TITLES)} ${chance.below(1_000)}`.slice(0, MOST_IN_A_TITLE)
export const textBy = (chance: Chance) => chance.one(TEXTS)

/** All of these in any order. */
export function shuffled<T>(chance: Chance, all: readonly T[]): T[] {
  const left = [...all]
  return all.flatMap(() => left.splice(chance.below(left.length), 1))
}

/** A time to close, from an hour to eight years ahead. */
export function closingBy(chance: Chance): string {
  const ahead = chance.one([HOUR_MS, 25 * HOUR_MS, 2 * DAY_MS, 7 * DAY_MS, 400 * DAY_MS, 3_000 * DAY_MS])
  return new Date(Date.now() + ahead).toISOString()
}

/** Options that fit this type: mostly few. */
export function optionsBy(chance: Chance, type: PollTypeName): string[] {
  if (type === 'proposal')
    return shuffled(chance, ['agree', 'disagree', 'abstain', 'block']).slice(0, chance.one([1, 2, 3, 3, 4]))
  if (type === 'count' && chance.in(0.5)) return []
  const many = chance.in(0.03) ? MOST_OPTIONS : chance.one([1, 2, 2, 3, 3, 4, 5, 8])
  if (type === 'meeting') return timesBy(chance, many)
  if (many > NAMES.length) return Array.from({ length: many }, (_, at) => `Option ${at + 1}`)
  return shuffled(chance, NAMES).slice(0, many)
}

function timesBy(chance: Chance, many: number): string[] {
  const from = Date.UTC(2027, 0, 1)
  const times = Array.from({ length: many }, (_, at) => new Date(from + at * 1.5 * DAY_MS).toISOString())
  return times.map((time) => (chance.in(0.5) ? time.slice(0, 10) : time))
}

/** What shapes a poll most. Walks go through all kinds in turn: by chance alone, some would seldom be met. */
export type PollKind = { poll_type: PollTypeName; method: Method | null; adds: boolean }

export const KINDS: PollKind[] = POLL_TYPE_NAMES.flatMap((poll_type) => {
  const { count_methods, allowed_options } = pollType(poll_type)
  const methods = count_methods.length > 1 ? count_methods : [null]
  const kinds = methods.flatMap((method) => [true, false].map((adds) => ({ poll_type, method, adds })))
  return kinds.filter(({ adds, method }) => !adds || (allowed_options === null && method !== 'equal_shares'))
})

/** A new poll of this kind: some of its settings are given, mostly such that the others allow them. */
export function wishBy(chance: Chance, kind: PollKind): Wish {
  const { poll_type, adds } = kind
  const all = optionsBy(chance, poll_type)
  const options = adds && chance.in(0.6) ? all.slice(0, chance.below(2)) : all
  return {
    ...{ poll_type, title: titleBy(chance), options },
    ...(adds ? { voter_can_add_options: true } : {}),
    ...votingBy(chance, kind, options),
    ...secrecyBy(chance, adds),
    ...invitingBy(chance),
    ...decidingBy(chance, options.length > 0 ? options : ['agree']),
  }
}

/** This field with this value, in this share of cases. */
const some = (chance: Chance, share: number, fields: object) => (chance.in(share) ? fields : {})

function votingBy(chance: Chance, kind: PollKind, options: string[]): object {
  const { poll_type, adds } = kind
  const method = chance.in(0.97) ? kind.method : chance.one(METHODS)
  const ends = adds ? MOST_OPTIONS : options.length
  const least = Math.min(chance.one([1, 1, 2, options.length]), ends) || 1
  const most = Math.max(least, Math.min(ends, chance.one([1, 2, 5, options.length])))
  const seats = Math.max(1, Math.min(ends - 1, chance.one([1, 2, 3, 199, options.length - 1])))
  const budget = chance.one([1, 10, 1_000, 1_000_000_000])
  const costs = options.map((name) => [name, 1 + chance.below(budget)])
  const of_type: Partial<Record<PollTypeName, () => object>> = {
    score: () => ({
      ...some(chance, 0.4, { min_score: chance.one([0, 1, 5]) }),
      ...some(chance, 0.5, { max_score: chance.one([5, 6, 10, 100, 10_000]) }),
    }),
    dot_vote: () => some(chance, 0.5, { dots_per_person: chance.one([1, 2, 8, 10_000]) }),
    count: () => some(chance, 0.5, { agree_target: chance.one([1, 2, 100]) }),
    meeting: () => some(chance, 0.4, { can_respond_maybe: false }),
    poll: () => ({ ...choosing(), ...some(chance, 0.4, { seats }) }),
    ranked_choice: () => choosing(),
  }
  const choosing = () => ({
    ...some(chance, 0.4, { minimum_stance_choices: least }),
    ...some(chance, 0.4, { maximum_stance_choices: most }),
  })
  return {
    ...of_type[poll_type]?.(),
    // Approval is the method of its type where none is named.
    ...(method === null || method === 'approval' ? {} : { count_method: method }),
    ...(method === 'equal_shares' ? { budget, option_costs: Object.fromEntries(costs) } : {}),
    ...(method?.startsWith('stv') ? { seats } : {}),
  }
}

function secrecyBy(chance: Chance, adds: boolean): object {
  const open = {
    ...some(chance, 0.4, { hide_results: chance.one(['off', 'until_vote', 'until_closed']) }),
    ...some(chance, 0.3, { stance_reason_required: chance.one(['optional', 'required', 'disabled']) }),
    ...some(chance, 0.4, { open_link: true }),
  }
  if (chance.in(0.65)) return open
  const anonymous = { anonymous: true, hide_results: 'until_closed', stance_reason_required: 'disabled' }
  return { ...anonymous, ...some(chance, adds ? 0.03 : 0.4, { receipts: true }) }
}

function invitingBy(chance: Chance): object {
  return {
    ...some(chance, 0.85, { closing_at: closingBy(chance) }),
    ...some(chance, 0.5, { details: textBy(chance) }),
    ...some(chance, 0.3, { shuffle_options: true }),
    ...some(chance, 0.25, { specified_voters_only: true }),
    ...some(chance, 0.8, { recipient_audience: 'group' }),
    ...some(chance, 0.4, { recipient_emails: EMAILS.slice(0, 1 + chance.below(EMAILS.length)) }),
    ...some(chance, 0.3, { recipient_message: 'Please *vote*.' }),
    ...some(chance, 0.5, { notify_recipients: chance.in(0.5) }),
    ...some(chance, 0.5, {
      notify_on_closing_soon: chance.one(['nobody', 'author', 'undecided_voters', 'voters']),
    }),
    ...some(chance, 0.2, { tags: ['garden', 'Money & co'] }),
  }
}

function decidingBy(chance: Chance, options: string[]): object {
  const threshold = () => ({
    option: chance.one(options),
    percent: chance.one([0, 33.33, 50, 50.01, 100]),
    of: chance.one(['cast', 'eligible']),
    at: chance.one(['least', 'most']),
  })
  return {
    ...some(chance, 0.3, { option_meanings: options.map((_, at) => (at % 2 === 0 ? 'What it means.' : '')) }),
    ...some(chance, 0.3, { quorum_pct: chance.one([0, 1, 50, 100]) }),
    ...some(chance, 0.3, { thresholds: Array.from({ length: 1 + chance.below(2) }, threshold) }),
    ...some(chance, options.includes('block') ? 0.4 : 0.02, { no_block: true }),
  }
}
