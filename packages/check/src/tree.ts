import { joined, type Sha256 } from './bytes.ts'

/** RFC 6962, section 2.1: leaves and nodes are hashed with different first bytes. */
const LEAF = Uint8Array.of(0)
const NODE = 1
const HASH_BYTES = 32

/** The hash of a leaf. */
export function leafHash(sha256: Sha256, data: Uint8Array): Uint8Array {
  return sha256(joined(LEAF, data))
}

/** A Merkle tree of RFC 6962 that grows leaf by leaf; it keeps one hash a level. */
export class Tree {
  /** The whole subtrees so far, the largest first; each twice as large as the next or more. */
  readonly #peaks: Uint8Array[] = []
  readonly #sha256: Sha256
  /** What a node's hash is made of: one for all nodes, because there are as many as leaves. */
  readonly #pair = new Uint8Array(1 + 2 * HASH_BYTES)
  #size = 0

  constructor(sha256: Sha256) {
    this.#sha256 = sha256
    this.#pair[0] = NODE
  }

  get size(): number {
    return this.#size
  }

  add(data: Uint8Array): void {
    let hash = leafHash(this.#sha256, data)
    // Each bit that is set from the right stands for a subtree that this leaf completes.
    for (let bits = this.#size; bits % 2 === 1; bits = Math.floor(bits / 2))
      hash = this.#node(this.#peaks.pop() ?? hash, hash)
    this.#peaks.push(hash)
    this.#size += 1
  }

  root(): Uint8Array {
    const last = this.#peaks.at(-1)
    if (last === undefined) return this.#sha256(new Uint8Array())
    return this.#peaks.slice(0, -1).reduceRight((right, left) => this.#node(left, right), last)
  }

  #node(left: Uint8Array, right: Uint8Array): Uint8Array {
    this.#pair.set(left, 1)
    this.#pair.set(right, 1 + HASH_BYTES)
    return this.#sha256(this.#pair)
  }
}

/** The root of the tree over these leaves, in this order. */
export function treeRoot(sha256: Sha256, leaves: Iterable<Uint8Array>): Uint8Array {
  const tree = new Tree(sha256)
  for (const data of leaves) tree.add(data)
  return tree.root()
}
