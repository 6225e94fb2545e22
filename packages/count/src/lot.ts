import type { Lot } from './election.ts'
import { placesTo } from './places.ts'
import type { Tie } from './result.ts'
import { sha256 } from './sha256.ts'

const DOMAIN = 'folkmoot-lot-v1'

/** An order of all options by lot. */
export class LotOrder {
  readonly #order: readonly number[]
  readonly #places: number[]
  readonly #fixed: boolean

  /** `order`: the places of all options; `fixed`: a tie falls on the first, whether that wins or loses. */
  constructor(order: readonly number[], { fixed }: { fixed: boolean }) {
    this.#order = order
    this.#fixed = fixed
    this.#places = []
    for (const [place, option] of order.entries()) this.#places[option] = place
  }

  static of(lot: Lot, options: readonly (string | number)[]): LotOrder {
    if (!('order' in lot)) return new LotOrder(drawn(lot.seed, lot.ids ?? options), { fixed: false })
    const rest = placesTo(options.length).filter((place) => !lot.order.includes(place))
    return new LotOrder([...lot.order, ...rest], { fixed: true })
  }

  /**
   * Another lot, by which ties fall on these one after the other. Who lost or won a tie is in none of the
   * following: so those that lose stand at the end, the first of them last.
   */
  choosing(chosen: readonly Pick<Tie, 'chose' | 'to'>[]): LotOrder {
    const first: number[] = []
    const last: number[] = []
    for (const { chose, to } of chosen)
      if (to === 'win' || this.#fixed) first.push(chose)
      else last.unshift(chose)
    const rest = this.#order.filter((one) => !first.includes(one) && !last.includes(one))
    return new LotOrder([...first, ...rest, ...last], { fixed: this.#fixed })
  }

  /** The option among these that wins a tie. */
  winner(tied: readonly number[]): number {
    return this.sorted(tied)[0] ?? 0
  }

  /** The option among these that loses a tie. */
  loser(tied: readonly number[]): number {
    return this.sorted(tied).at(this.#fixed ? 0 : -1) ?? 0
  }

  /** The winners of ties first. */
  sorted(options: readonly number[]): number[] {
    return [...options].sort((one, other) => this.place(one) - this.place(other))
  }

  place(option: number): number {
    return this.#places[option] ?? 0
  }
}

/**
 * The places of options, sorted by the SHA-256 of `folkmoot-lot-v1`, seed and option id, joined by zero
 * bytes.
 */
function drawn(seed: string, ids: readonly (string | number)[]): number[] {
  const hashes = ids.map((id) => sha256(new TextEncoder().encode(`${DOMAIN}\0${seed}\0${id}`)))
  const places = ids.map((_, place) => place)
  return places.sort((one, other) => ((hashes[one] ?? '') < (hashes[other] ?? '') ? -1 : 1))
}
