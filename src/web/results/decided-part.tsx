import type { ComponentChildren, VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { leadOf } from '../../polls/counts/lead.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { settledOn } from '../../polls/outcomes/outcome.ts'
import { pollState } from '../../polls/poll.ts'
import { verdictOf } from '../../polls/results/verdict.ts'
import { isUndecided, rulingWords, verdictHead } from '../../polls/results/verdict-words.ts'
import { insteadOfLead } from '../../sentences/result-words.ts'
import { optionLabel } from '../poll-words/poll-words.ts'
import { richSentences } from '../words/rich.tsx'
import { decidedOn } from './outcome-part.tsx'
import { leadWords, sentenceWords } from './result-words.ts'

type Props = { loaded: LoadedPoll; zone: string }

/**
 * What a closed poll decided, in one line, as far as the results gate shows it: its verdict, then the option
 * of its outcome, else the option that leads or what is said instead. Null: voting is not over, or nobody
 * voted and no rule says what follows.
 */
export function DecidedLine({ loaded, zone }: Props): VNode | null {
  if (pollState(loaded.poll, loaded.now).is !== 'closed') return null
  if (!loaded.results.shown) return <p>{t('count.counting')}</p>
  const verdict = verdictLine(loaded)
  const said = richSentences([
    verdict === null ? null : <strong>{verdict}</strong>,
    choice(loaded, zone, verdict),
  ])
  return Array.isArray(said) && said.length === 0 ? null : <p>{said}</p>
}

/** "Not passed: 1 block." Null: the poll has no rules. */
function verdictLine(loaded: LoadedPoll): string | null {
  const verdict = verdictOf(loaded)
  if (verdict.passed === null && !isUndecided(verdict)) return null
  const head = verdictHead(verdict)
  const block = verdict.rulings.find(({ rule, passed }) => rule === 'no_block' && passed === false)
  const clauses = block === undefined ? null : rulingWords(block, loaded, (name) => name)
  return clauses === null ? t('result.verdict', { verdict: head }) : t('verdict.closed', { head, clauses })
}

/** Where positions are taken, a verdict says it all. */
function choice(loaded: LoadedPoll, zone: string, verdict: string | null): ComponentChildren {
  const { poll, options, outcome, results } = loaded
  const option = outcome === null ? null : settledOn(outcome.outcome, options)
  if (option !== null) return decidedOn(poll, option, zone)
  const instead = insteadOfLead(loaded)
  if (instead !== null) return <strong>{instead}</strong>
  if (!results.shown || results.as_of === 0) return null
  const of = { poll, options: options.length, voters: results.as_of }
  const sentence = sentenceWords(results.rows, of)
  if (sentence !== null) return verdict === null ? sentence : null
  const lead = leadOf(loaded, null)
  // No picture names the zone of times.
  return lead === null ? null : <strong>{leadWords(poll, lead, { zone, label: optionLabel })}</strong>
}
