import type { VNode } from 'preact'
import { type Island, islandPath } from './islands.ts'

/** Adds a script to the page. It runs when the page has been read, and holds up nothing. */
export function IslandScript({ name }: { name: Island }): VNode {
  return <script type="module" src={islandPath(name)} />
}
