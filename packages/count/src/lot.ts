import type { Lot } from './election.ts'
import { sha256 } from './sha256.ts'

const DOMAIN = 'folkmoot-lot-v1'

/** An order of all options by lot. */
export class LotOrder {
  readonly #places: number[]
  readonly #fixed: boolean

  constructor(lot: Lot, options: readonly (string | number)[]) {
    this.#fixed = 'order' in lot
    const order = 'order' in lot ? [...lot.order] : drawn(lot.seed, lot.ids ?? options)
    this.#places = options.map((_, place) => {
      const found = order.indexOf(place)
      return found === -1 ? order.length + place : found
    })
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
