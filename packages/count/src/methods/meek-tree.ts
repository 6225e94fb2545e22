import type { Pile } from '../piles.ts'

/** Equal ballots: `at` is the rank up to which their way is known. */
type Paper = { weight: number; order: number[]; at: number }

/** A beginning that ballots share: elected options, and at its end a hopeful one. */
type Node = {
  option: number
  parent: Node | null
  children: Map<number, Node>
  /** The papers whose way ends here. */
  papers: Paper[]
  /** The weight of the papers here and below. */
  weight: number
}

/** Whether votes stay with an option: all of them, a part, or none. */
export type Standing = 'hopeful' | 'elected' | 'excluded'

/**
 * Ballots by what Meek's rule reads of them: the elected options that each ranks before its first hopeful
 * one. They are few however many ballots differ.
 */
export class MeekTree {
  readonly #root: Node = { option: -1, parent: null, children: new Map(), papers: [], weight: 0 }
  readonly #standing: Standing[]
  /** The nodes at which ballots wait with a hopeful option. */
  readonly #ends: Set<Node>[]

  constructor(standing: Standing[], piles: Pile[]) {
    this.#standing = standing
    this.#ends = standing.map(() => new Set())
    for (const { weight, order } of piles) this.#place({ weight, order, at: 0 }, this.#root)
  }

  /** Sends on the ballots that wait with an option which is elected or excluded now. */
  settle(option: number, standing: 'elected' | 'excluded'): void {
    this.#standing[option] = standing
    const ends = [...(this.#ends[option] ?? [])]
    this.#ends[option]?.clear()
    for (const end of ends) {
      const papers = end.papers.splice(0)
      const next = standing === 'elected' ? end : (end.parent ?? end)
      for (const paper of papers) {
        weigh(end, -paper.weight)
        this.#place(paper, next)
      }
      if (standing === 'excluded') end.parent?.children.delete(option)
    }
  }

  /**
   * Shares out every ballot: each option on its way keeps the part of it that `keep` says, of `unit`, rounded
   * up; hopeful ones keep what is left. Fills `votes`.
   */
  shareOut(votes: bigint[], keep: readonly bigint[], unit: bigint): void {
    votes.fill(0n)
    const visit = (node: Node, left: bigint) => {
      for (const child of node.children.values()) {
        if (child.weight === 0) continue
        const kept = (left * (keep[child.option] ?? 0n) + unit - 1n) / unit
        votes[child.option] = (votes[child.option] ?? 0n) + kept * BigInt(child.weight)
        if (kept < left) visit(child, left - kept)
      }
    }
    visit(this.#root, unit)
  }

  /** Lets a paper go on from a node to where its way ends. */
  #place(paper: Paper, from: Node): void {
    const { order } = paper
    let node = from
    for (; paper.at < order.length; ) {
      const option = order[paper.at] ?? 0
      paper.at += 1
      const standing = this.#standing[option]
      if (standing === 'excluded') continue
      node = childOf(node, option)
      if (standing === 'hopeful') {
        this.#ends[option]?.add(node)
        break
      }
    }
    node.papers.push(paper)
    weigh(node, paper.weight)
  }
}

function childOf(node: Node, option: number): Node {
  const known = node.children.get(option)
  if (known !== undefined) return known
  const child: Node = { option, parent: node, children: new Map(), papers: [], weight: 0 }
  node.children.set(option, child)
  return child
}

function weigh(end: Node, weight: number): void {
  for (let node: Node | null = end; node !== null; node = node.parent) node.weight += weight
}
