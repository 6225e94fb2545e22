// Lets options of a ranked ballot be moved up and down or dragged; the fields go on holding the ranks.
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

  // The others make way: the dragged row itself stays in the document, or it would lose the pointer.
  const makeWay = (row: HTMLElement, way: number): number => {
    const [over, under] = [row.previousElementSibling, row.nextElementSibling] as (HTMLElement | null)[]
    const next = way < 0 ? over : under
    const height = next?.offsetHeight ?? 0
    if (!next || Math.abs(way) <= height / 2) return way
    way < 0 ? row.after(next) : row.before(next)
    number()
    return makeWay(row, way < 0 ? way + height : way - height)
  }

  const addGrip = (row: HTMLElement) => {
    const grip = document.createElement('span')
    grip.className = 'grip'
    grip.title = 'Drag to rank'
    grip.setAttribute('aria-hidden', 'true')
    let at: number | null = null
    grip.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return
      grip.setPointerCapture(event.pointerId)
      at = event.pageY
      row.dataset['held'] = ''
    })
    grip.addEventListener('pointermove', ({ pageY }) => {
      if (at === null) return
      const way = makeWay(row, pageY - at)
      at = pageY - way
      row.style.translate = `0 ${way}px`
      row.scrollIntoView({ block: 'nearest' })
    })
    grip.addEventListener('lostpointercapture', () => {
      at = null
      delete row.dataset['held']
      row.style.translate = ''
      say(row)
    })
    row.append(grip)
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
    addGrip(row)
  }

  // Ranks that were typed put the rows in their order once the field is left.
  list.addEventListener('change', () => {
    const rank = (row: Element) => Number(field(row)?.value || Number.POSITIVE_INFINITY)
    const sorted = rows().sort((a, b) => rank(a) - rank(b))
    const active = document.activeElement as HTMLElement | null
    if (sorted.some((row, place) => row !== rows()[place])) list.append(...sorted)
    active?.focus()
  })
}
