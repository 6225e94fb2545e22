import { isDecidedByLot } from '@folkmoot/count'
import { readCountText } from './count-text.ts'

/** Whether a lot decided who is elected. `count_with_lot`: the stored count, where one may have. */
export function isElectedByLot(count_with_lot: string | null): boolean {
  return count_with_lot !== null && isDecidedByLot(readCountText(count_with_lot).count)
}
