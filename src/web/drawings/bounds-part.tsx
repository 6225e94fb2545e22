import type { VNode } from 'preact'
import { along } from './bars-part.tsx'

/** A threshold at its place on the axis, in words. */
export type Bound = { at: number; words: string }

/** In pixels: a line of text below a bar. */
export const WRITING = 20

type Props = { bound: Bound; y: number; near: number }

/**
 * The words of a threshold below its mark, centred, or aligned with it if an end of the axis is near: a share
 * of its length. `y`: their line in pixels.
 */
export function BoundWords({ bound: { at, words }, y, near }: Props): VNode {
  const anchor = at < near ? 'start' : at > 1 - near ? 'end' : 'middle'
  return (
    <g class="bound">
      <text x={along(at)} y={y} text-anchor={anchor}>
        {words}
      </text>
    </g>
  )
}
