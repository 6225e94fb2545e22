// Lets options of a ranked ballot be moved up and down; the fields go on holding the ranks, however rows
// move.
for (const list of document.querySelectorAll<HTMLElement>('[data-ranks]')) {
  const ranks = Number(list.dataset['ranks'])
  const rows = () => [...list.children] as HTMLElement[]
  const field = (row: Element) => row.querySelector('input')
  const said = document.createElement('p')
  said.className = 'unseen'
  said.setAttribute('role', 'status')
  list.after(said)

  const number = () => {
    for (const [place, row] of rows().entries()) {
      const input = field(row)
      if (input !== null) input.value = place < ranks ? String(place + 1) : ''
    }
    list.dispatchEvent(new Event('input', { bubbles: true }))
  }

  const say = (row: HTMLElement) => {
    said.textContent = `${row.querySelector('label')?.textContent}: ${rows().indexOf(row) + 1} of ${rows().length}`
  }

  const move = (row: HTMLElement, step: number, button: HTMLElement) => {
    const to = rows()[rows().indexOf(row) + step]
    if (to !== undefined) step < 0 ? to.before(row) : to.after(row)
    number()
    button.focus()
    say(row)
  }

  for (const row of rows()) {
    for (const [step, sign, words] of [
      [-1, '↑', 'Move up'],
      [1, '↓', 'Move down'],
    ] as const) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'button plain'
      button.textContent = sign
      button.setAttribute('aria-label', `${words}: ${row.querySelector('label')?.textContent}`)
      button.addEventListener('click', () => move(row, step, button))
      row.append(button)
    }
  }

  list.addEventListener('rowmove', number)
  list.addEventListener('rowdrop', ({ target }) => say(target as HTMLElement))

  // Ranks that were typed put the rows in their order once the field is left.
  list.addEventListener('change', () => {
    const rank = (row: Element) => Number(field(row)?.value || Number.POSITIVE_INFINITY)
    const sorted = rows().sort((a, b) => rank(a) - rank(b))
    const active = document.activeElement as HTMLElement | null
    if (sorted.some((row, place) => row !== rows()[place])) list.append(...sorted)
    active?.focus()
  })
}
