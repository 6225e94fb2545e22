import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { hasRules } from '../../polls/results/decision-rules.ts'
import { type VerdictFacts, verdictOf } from '../../polls/results/verdict.ts'
import { rulesWords, rulingWords, verdictHead, verdictSentence } from '../../polls/results/verdict-words.ts'
import { Mark } from '../poll-words/options-part.tsx'
import { optionLabel } from '../poll-words/poll-words.ts'

type Props = { loaded: LoadedPoll; zone: string }

type RulesProps = { poll: PollSettings; voters: number; zone: string }

/** What a poll must reach to pass, shown before anyone votes. */
export function RulesPart({ poll, voters, zone }: RulesProps): VNode | null {
  const words = rulesWords(poll, voters, (name) => optionLabel(poll.poll_type, name, zone))
  return words === null ? null : <p>{words}</p>
}

/** "Passed." in brief. Null: the poll has no rules, or they have decided nothing yet. */
export function verdictWords(facts: VerdictFacts): string | null {
  const verdict = verdictOf(facts)
  if (verdict.passed === null) return null
  return t('result.verdict', { verdict: verdictHead(verdict) })
}

/** Whether the decision below says how many have voted. */
export function saysTurnout(loaded: LoadedPoll): boolean {
  if (!hasRules(loaded.poll)) return false
  const { passed, rulings } = verdictOf(loaded)
  return passed === null || rulings.some(({ rule }) => rule === 'quorum')
}

/** The decision of a poll's rules, each rule with its numbers; if there are rules. */
export function VerdictPart({ loaded, zone }: Props): VNode | null {
  const { poll, decided_count } = loaded
  if (!hasRules(poll)) return null
  const verdict = verdictOf(loaded)
  const label = (name: string) => optionLabel(poll.poll_type, name, zone)
  if (verdict.passed === null) return <p>{verdictSentence(verdict, loaded, label)}</p>
  if (decided_count === 0) {
    return (
      <p>
        <strong>{t('result.verdict', { verdict: verdictHead(verdict) ?? '' })}</strong>
      </p>
    )
  }
  return (
    <div class={`note ${verdict.passed ? 'good' : 'bad'}`}>
      <strong>{verdictHead(verdict)}</strong>
      <ul class="options bare">
        {verdict.rulings.map((ruling) => (
          <li key={`${ruling.rule} ${ruling.option} ${ruling.at} ${ruling.of}`}>
            <Mark shape={ruling.passed ? 'agree' : 'disagree'} />
            <span>
              {t(ruling.passed ? 'result.met' : 'result.not_met', {
                ruling: rulingWords(ruling, loaded, label) ?? '',
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
