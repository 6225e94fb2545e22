import type { VNode } from 'preact'

/** The id of an option's error message, for aria-describedby. */
export function faultId(slot: number): string {
  return `fault-${slot}`
}

/** The error message at an option's field. */
export function FieldFault({ slot, fault }: { slot: number; fault: string | undefined }): VNode | null {
  return fault === undefined ? null : (
    <p class="mend" id={faultId(slot)}>
      {fault}
    </p>
  )
}
