import type { VNode } from 'preact'
import { type Island, islandPath } from './islands.ts'

/** Adds a deferred script to the page. */
export function IslandScript({ name }: { name: Island }): VNode {
  return <script type="module" src={islandPath(name)} />
}
