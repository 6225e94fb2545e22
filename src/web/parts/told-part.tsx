import type { VNode } from 'preact'
import { count } from '../../text/counted.ts'
import { Flash } from './flash-part.tsx'

/** Says that something was started, and how many people are told of it. */
export function Told({ title, people }: { title: string; people: number }): VNode {
  return (
    <Flash title={title} tone="good">
      <p>
        {people === 0
          ? 'Nobody is told by email.'
          : `${count(people, 'person gets', 'people get')} an email.`}
      </p>
    </Flash>
  )
}
