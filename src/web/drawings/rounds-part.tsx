import type { Count } from '@folkmoot/count'
import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import { orderOf, RoundBars, stayedIn } from './round-bars-part.tsx'
import { Swatch } from './swatch-part.tsx'
import { hasFractions, looksTooFew } from './written-votes.ts'

/** A page draws all rounds of a count with no more; else it tells those between important ones in words. */
const FEW_ROUNDS = 6
/** And it draws no more. */
const MOST_ROUNDS = 10

/** `final` false: voting is open. */
type Props = { count: Count; names: readonly string[]; sentences: readonly string[]; final: boolean }

/** The rounds of a count one below the other: what happened in words, and the votes as bars on one axis. */
export function RoundsPicture({ count, names, sentences, final }: Props): VNode {
  const parts = drawnAmong(count)
  const order = orderOf(count)
  return (
    <>
      <Key count={count} final={final} />
      <ol class="rounds bare">
        {parts.map((part) =>
          part.drawn || part.to === part.at + 1 ? (
            <li key={part.at} class="stack">
              <h4>{t('count.round', { number: part.at + 1 })}</h4>
              <p>{sentences[part.at]}</p>
              {part.drawn && <RoundBars of={{ count, at: part.at, names, order, final }} />}
            </li>
          ) : (
            <li key={part.at}>
              <details>
                <summary>{t('count.rounds_between', { count: part.to - part.at })}</summary>
                <ol start={part.at + 1}>
                  {sentences.slice(part.at, part.to).map((sentence, place) => (
                    <li key={part.at + place}>{sentence}</li>
                  ))}
                </ol>
              </details>
            </li>
          ),
        )}
      </ol>
    </>
  )
}

/** A round to draw, or several that are described in words: those from `at` to before `to`. */
type Part = { drawn: boolean; at: number; to: number }

/** The first round, the last one, and those in between in which someone is elected. */
function drawnAmong({ rounds }: Count): Part[] {
  const last = rounds.length - 1
  const important = rounds.map(
    ({ elected }, at) => rounds.length <= FEW_ROUNDS || at === 0 || at === last || elected.length > 0,
  )
  let left = MOST_ROUNDS
  const parts: Part[] = []
  for (const [at, wanted] of important.entries()) {
    const drawn = wanted && (at === last || left > 1)
    const before = parts.at(-1)
    if (drawn) left -= 1
    if (!drawn && before?.drawn === false) before.to = at + 1
    else parts.push({ drawn, at, to: at + 1 })
  }
  return parts
}

/** That numbers are rounded, where some have fractions, or where an option seems to have too few votes. */
function roundedWords(count: Count): string {
  if (hasFractions(count)) return t('count.fractions')
  return count.rounds.some((round) => looksTooFew(round, count)) ? t('count.rounded') : ''
}

function Key({ count, final }: Pick<Props, 'count' | 'final'>): VNode {
  const voting = final ? 'other' : 'open'
  const moves = count.rounds.some(({ transfers }) => transfers.length > 0)
  const stayed = stayedIn(count).length > 0 ? 'some' : 'none'
  const notes = sentences([
    count.rounds.length > 1 ? t('count.key_order', { elected: count.elected.length, stayed, voting }) : '',
    roundedWords(count),
  ])
  return (
    <>
      {moves && (
        <p class="key small quiet">
          <Swatch look="came" words={t('count.key_came')} />
          <Swatch look="left" words={t('count.key_left')} />
        </p>
      )}
      {notes !== '' && <p class="small quiet">{notes}</p>}
    </>
  )
}
