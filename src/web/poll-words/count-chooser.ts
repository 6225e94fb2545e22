import type { Fields } from '../../http/forms.ts'
import type { PlainKey } from '../../locales/say.ts'
import type { CountMethodName } from '../../polls/types/poll-type.ts'

/** The questions whose answers propose a way of counting rankings; the first answer is the default. */
export const QUESTIONS = {
  ask_winners: {
    label: 'chooser.winners',
    answers: { one: 'chooser.one', several: 'chooser.several' },
  },
  ask_minorities: {
    label: 'chooser.minorities',
    answers: { share: 'chooser.share', majority: 'chooser.majority' },
  },
  ask_knowledge: {
    label: 'chooser.knowledge',
    answers: { all: 'chooser.knows_all', some: 'chooser.knows_some', few: 'chooser.knows_few' },
  },
} as const satisfies Record<string, { label: PlainKey; answers: Record<string, PlainKey> }>

export const PROPOSE = 'propose-count'

/** Where the form holds the proposal: a method, or `other_type`: another type of poll suits better. */
export const PROPOSED = 'proposed'

/** Where it holds the seats that were proposed with it, instead of the typed ones. */
export const PROPOSED_SEATS = 'proposed_seats'

type Proposal = CountMethodName | 'other_type'

/** The form after the button that proposes a way of counting was pressed. Null: another button. */
export function proposeCount(values: Fields, step: string): { values: Fields; focus: string } | null {
  if (step !== PROPOSE) return null
  const proposed = proposalFor(values)
  const chosen = proposed === 'other_type' ? {} : { count_method: proposed, ...seatsFor(values) }
  return { values: { ...values, ...chosen, [PROPOSED]: proposed }, focus: PROPOSED }
}

/** The seats, where the typed ones contradict the answer. */
function seatsFor({ ask_winners, seats }: Fields): Fields {
  const several = ask_winners === 'several'
  if (several === Number(seats) > 1) return {}
  const proposed = several ? '2' : '1'
  return { seats: proposed, [PROPOSED_SEATS]: proposed }
}

/**
 * Several winners in proportion need votes that go on; for one winner, voters who can compare all options
 * settle every duel, and others rank what they know. Who can only accept options cannot rank them.
 */
function proposalFor({ ask_winners, ask_minorities, ask_knowledge }: Fields): Proposal {
  if (ask_winners === 'several' && ask_minorities !== 'majority') return 'stv_scottish'
  if (ask_knowledge === 'few') return 'other_type'
  if (ask_winners === 'several') return 'points'
  return ask_knowledge === 'some' ? 'irv' : 'schulze'
}
