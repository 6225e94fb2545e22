import type { VNode } from 'preact'
import type { PollTypeName } from '../../polls/types/index.ts'
import { pageOf } from './index.ts'

/** A small picture of this type's ballot. */
export function BallotPicture({ type }: { type: PollTypeName }): VNode {
  return (
    <svg class="picture" viewBox="0 0 62 48" aria-hidden="true">
      {pageOf(type).picture}
    </svg>
  )
}
