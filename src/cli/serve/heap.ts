import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Keeps the part of the heap for new objects at its first size. Loading the program makes much garbage, for
 * which it would grow by some 20 MB that an idle service then keeps for ever. Until letHeapGrow().
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * What loading left behind is given back to the machine, some 8 MB, and from now on the heap grows with the
 * load, as far as `npm start` lets it: kept small, it costs a tenth of the requests. The rest is collected
 * when it has grown by half: left to fourfold, a few long lists leave 100 MB that are given back much later.
 */
export function letHeapGrow(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--heap-growing-percent=50')
}
