import type { VNode } from 'preact'

/** The id by which an option's field names what is wrong with it. */
export function faultId(slot: number): string {
  return `fault-${slot}`
}

/** What is to be fixed at an option's field. */
export function FieldFault({ slot, fault }: { slot: number; fault: string | undefined }): VNode | null {
  return fault === undefined ? null : (
    <p class="mend" id={faultId(slot)}>
      {fault}
    </p>
  )
}
