import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Keeps the young generation of the heap at its initial size until letHeapGrow(). Loading the program makes
 * much garbage; the heap would grow by some 20 MB, which an idle service then keeps forever.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Frees the memory left over from loading, some 8 MB, and lets the heap grow with the load, up to the limit
 * set by `npm start`: a small heap costs a tenth of the requests. The old generation is collected when it has
 * grown by half: at fourfold, a few long lists leave 100 MB that are freed much later.
 */
export function letHeapGrow(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  setFlagsFromString('--semi-space-growth-factor=2')
  setFlagsFromString('--heap-growing-percent=50')
}
