import { expect, test } from 'vitest'
import { methodOf, takesSeats } from '../../polls/counts/methods.ts'
import type { CountMethodName } from '../../polls/types/poll-type.ts'
import { PROPOSE, PROPOSED, proposeCount, QUESTIONS } from './count-chooser.ts'

const { ask_minorities, ask_knowledge } = QUESTIONS

const answers = Object.keys(ask_minorities.answers).flatMap((minorities) =>
  Object.keys(ask_knowledge.answers).map((knowledge) => ({
    ask_minorities: minorities,
    ask_knowledge: knowledge,
  })),
)

test.each(answers)('for several winners, it proposes what elects several: %j', (given) => {
  const values = proposeCount({ ask_winners: 'several', ...given }, PROPOSE)?.values ?? {}
  const proposed = values[PROPOSED]
  const method = proposed === 'other_type' ? methodOf({ poll_type: 'poll', count_method: null }) : proposed
  expect(takesSeats(method as CountMethodName)).toBe(true)
})
