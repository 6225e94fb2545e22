import type { Count } from '@folkmoot/count'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { quotedOptions } from '../../sentences/option-words.ts'
import { Scrolled } from './scrolled-part.tsx'

/** A larger matrix does not fit a page. */
const MOST_IN_MATRIX = 12
/** More sentences below a matrix, which says the same, are folded, and left out on paper. */
const MOST_UNFOLDED = 10

type Props = { count: Count; names: readonly string[] }

/**
 * Every option against every other: a matrix, and each duel in words. Null: the method compares no pairs, or
 * these are too many; then the winner's are drawn alone.
 */
export function DuelsPicture({ count, names }: Props): VNode | null {
  const preferring = count.pairwise?.preferring
  const order = (count.ranking ?? []).flat()
  if (preferring === undefined || order.length > MOST_IN_MATRIX) return null
  const quoted = quotedOptions(names)
  const pairs = order.flatMap((one, at) => order.slice(at + 1).map((other) => [one, other] as const))
  const sentences = (
    <ul>
      {pairs.map(([one, other]) => (
        <li key={`${one} ${other}`}>{duelWords(preferring, [one, other], quoted)}</li>
      ))}
    </ul>
  )
  return (
    <section class="stack" aria-labelledby="duels">
      <h4 id="duels">{t('count.duels')}</h4>
      <Matrix preferring={preferring} order={order} names={names} />
      {pairs.length > MOST_UNFOLDED ? (
        <details class="on-screen">
          <summary>{t('count.duels_in_words')}</summary>
          {sentences}
        </details>
      ) : (
        sentences
      )}
    </section>
  )
}

type Preferring = readonly (readonly number[])[]

function duelWords(
  preferring: Preferring,
  [one, other]: readonly [number, number],
  names: readonly string[],
): string {
  const [own, others] = [preferring[one]?.[other] ?? 0, preferring[other]?.[one] ?? 0]
  const [winner = '', loser = ''] = own >= others ? [names[one], names[other]] : [names[other], names[one]]
  const [more, fewer] = own >= others ? [own, others] : [others, own]
  return more === fewer
    ? t('count.duel_equal', { winner, loser, more })
    : t('count.duel', { winner, loser, more, fewer })
}

function Matrix({
  preferring,
  order,
  names,
}: {
  preferring: Preferring
  order: number[]
  names: readonly string[]
}): VNode {
  return (
    <>
      <p class="small quiet">{t('count.matrix_about')}</p>
      <Scrolled label={t('count.duels')}>
        <table class="counted">
          <thead>
            <tr>
              <th scope="col">{t('count.option')}</th>
              {order.map((place) => (
                <th key={place} scope="col">
                  <bdi>{names[place]}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((one) => (
              <tr key={one}>
                <th scope="row">
                  <bdi>{names[one]}</bdi>
                </th>
                {order.map((other) => (
                  <td key={other}>
                    {one === other ? '' : <Cell preferring={preferring} one={one} other={other} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  )
}

function Cell({ preferring, one, other }: { preferring: Preferring; one: number; other: number }): VNode {
  const [own, others] = [preferring[one]?.[other] ?? 0, preferring[other]?.[one] ?? 0]
  const number = t('count.number', { number: own })
  return own > others ? <strong>{number}</strong> : <span>{number}</span>
}
