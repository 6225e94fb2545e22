import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the part of the heap for new objects at its first size. Loading the program makes much garbage, for
 * which it would grow by some 20 MB that an idle service then keeps for ever. Until letHeapGrow().
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** From now on it grows with the load, as it does by default: kept small, it costs a tenth of the requests. */
export function letHeapGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
}
