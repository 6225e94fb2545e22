import { plainDigits } from '../../../text/plain-digits.ts'

/** What was pressed last, by a finger or a mouse. Null: a key. */
let pressed: Element | null = null
addEventListener('pointerdown', ({ target }) => (pressed = target as Element), { capture: true })
addEventListener('keydown', () => (pressed = null), { capture: true })

// Makes options of a ranked ballot movable; the fields keep holding the ranks, however rows move.
for (const list of document.querySelectorAll<HTMLElement>('[data-ranks]')) {
  const ranks = Number(list.dataset['ranks'])
  const rows = () => [...list.children] as HTMLElement[]
  const words = (what: string, row: Element) =>
    (list.dataset[what] ?? '').replace('{0}', () => row.querySelector('label bdi')?.textContent ?? '')
  const field = (row: Element) => row.querySelector('input')
  const said = document.createElement('p')
  said.className = 'unseen'
  said.setAttribute('role', 'status')
  list.after(said)

  const fewer = list.dataset['fewer'] !== undefined
  const isRanked = (row: Element) => (field(row)?.value ?? '') !== ''

  /** Gives the first rows their ranks: all that may have one, or as many as are ranked. */
  const number = (count = ranks) => {
    for (const [place, row] of rows().entries()) {
      const input = field(row)
      if (input !== null) input.value = place < Math.min(count, ranks) ? String(place + 1) : ''
    }
    list.dispatchEvent(new Event('input', { bubbles: true }))
  }

  const say = (row: HTMLElement) => {
    const place = String(rows().indexOf(row) + 1)
    said.textContent = words(isRanked(row) ? 'place' : 'noRank', row).replace('{1}', () => place)
  }

  const swap = (row: HTMLElement, step: number) => {
    const to = rows()[rows().indexOf(row) + step]
    if (to !== undefined) step < 0 ? to.before(row) : to.after(row)
  }

  /** Where options may stay without a rank: up gives the next one, and down takes the last one away. */
  const rankOrUnrank = (row: HTMLElement, step: number) => {
    const ranked = rows().filter(isRanked)
    if (isRanked(row)) {
      if (step > 0 && row === ranked.at(-1)) return number(ranked.length - 1)
      swap(row, step)
      return number(ranked.length)
    }
    if (step > 0) return
    if (ranked.length === ranks) {
      swap(row, step)
      return number(ranks)
    }
    giveNext(row, ranked)
  }

  /** The rank after those that are given. */
  const giveNext = (row: HTMLElement, ranked: HTMLElement[]) => {
    const last = ranked.at(-1)
    last === undefined ? list.prepend(row) : last.after(row)
    number(ranked.length + 1)
  }

  /**
   * The same by dragging, from this position: the ranked rows stay the first ones. Dropped among them, a row
   * takes its place there, and dropped below them it loses its rank. One without a rank that is dragged up
   * gets the next one. Any other stays where it was: its position would look like a rank.
   */
  const drop = (row: HTMLElement, from: number) => {
    const others = rows().filter((one) => one !== row)
    const ranked = others.filter(isRanked)
    const to = rows().indexOf(row)
    if (to <= ranked.length) return number(ranked.length + 1)
    if (isRanked(row)) return number(ranked.length)
    if (to < from && ranked.length < ranks) return giveNext(row, ranked)
    list.insertBefore(row, others[from] ?? null)
  }

  const move = (row: HTMLElement, step: number, button: HTMLElement) => {
    const before = button.getBoundingClientRect().top
    sort()
    if (fewer) rankOrUnrank(row, step)
    else {
      swap(row, step)
      number()
    }
    button.focus({ preventScroll: true })
    // The option stays under the finger, which may press again.
    scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
    say(row)
  }

  for (const row of rows()) {
    for (const [step, sign, what] of [
      [-1, '↑', 'up'],
      [1, '↓', 'down'],
    ] as const) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'button plain'
      button.textContent = sign
      button.setAttribute('aria-label', words(what, row))
      button.addEventListener('click', () => move(row, step, button))
      row.append(button)
    }
  }

  if (!fewer) list.addEventListener('rowmove', () => number())
  list.addEventListener('rowdrop', (event) => {
    const row = event.target as HTMLElement
    if (fewer) drop(row, (event as CustomEvent<{ from: number }>).detail.from - 1)
    say(row)
  })

  /** Sorts the rows by the ranks typed. */
  const sort = () => {
    const rank = (row: Element) => Number(plainDigits(field(row)?.value ?? '') || Number.POSITIVE_INFINITY)
    const sorted = rows().sort((a, b) => rank(a) - rank(b))
    if (sorted.every((row, place) => row === rows()[place])) return
    const active = document.activeElement as HTMLElement | null
    list.append(...sorted)
    active?.focus()
  }

  // Someone who taps a field gets that field, wherever its row goes; a button would leave before the click.
  // Tab would go on from the row's new position, over some fields and again to others: for it the rows are
  // sorted once it leaves them.
  list.addEventListener('change', () => {
    if (pressed?.matches('[data-ranks] button') === false) sort()
  })
  list.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !list.contains(relatedTarget)) sort()
  })
  // Before the row is dragged: moved later, it would be let go.
  const beforeDrag = (event: Event) => {
    if ((event.target as Element).matches('.grip')) sort()
  }
  list.addEventListener('pointerdown', beforeDrag, { capture: true })
}
