import { joined, type Sha256 } from './bytes.ts'

/** RFC 6962, section 2.1: leaves and nodes are hashed with different first bytes. */
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** The hash of a leaf. */
export function leafHash(sha256: Sha256, data: Uint8Array): Uint8Array {
  return sha256(joined(LEAF, data))
}

/**
 * The root of a Merkle tree over these leaves, in this order. A last node without a neighbour goes up a
 * level as it is, which gives the tree of RFC 6962.
 */
export function treeRoot(sha256: Sha256, leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256(new Uint8Array())
  let level = leaves.map((data) => leafHash(sha256, data))
  while (level.length > 1) level = above(sha256, level)
  return level[0] ?? new Uint8Array()
}

function above(sha256: Sha256, level: readonly Uint8Array[]): Uint8Array[] {
  const next: Uint8Array[] = []
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]]
    if (left === undefined) break
    next.push(right === undefined ? left : sha256(joined(NODE, left, right)))
  }
  return next
}
