// Makes the rows of a list draggable. A row dispatches `rowmove` for each new position, and `rowdrop` at the
// end, with its original position, counted from 1.
{
  const bottomOf = ({ offsetTop, offsetHeight }: HTMLElement) => offsetTop + offsetHeight

  // How far the row goes where the two change places: by the height of the other one, with the gap.
  const heightOf = (row: HTMLElement, next: HTMLElement) =>
    next.offsetTop < row.offsetTop ? row.offsetTop - next.offsetTop : bottomOf(next) - bottomOf(row)

  // The other rows move: removing the dragged row from the document would end the pointer capture.
  const makeWay = (row: HTMLElement, way: number): number => {
    const [over, under] = [row.previousElementSibling, row.nextElementSibling] as (HTMLElement | null)[]
    const next = way < 0 ? over : under
    if (!next) return way
    const height = heightOf(row, next)
    if (Math.abs(way) <= height / 2) return way
    way < 0 ? row.after(next) : row.before(next)
    row.dispatchEvent(new Event('rowmove', { bubbles: true }))
    return makeWay(row, way < 0 ? way + height : way - height)
  }

  const placeOf = (row: HTMLElement) => [...(row.parentElement?.children ?? [])].indexOf(row) + 1

  const addGrip = (row: HTMLElement) => {
    const grip = document.createElement('span')
    grip.className = 'grip'
    grip.title = row.parentElement?.dataset['drag'] ?? ''
    grip.setAttribute('aria-hidden', 'true')
    let at: number | null = null
    let from = 0
    grip.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return
      grip.setPointerCapture(event.pointerId)
      at = event.pageY
      from = placeOf(row)
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
      row.dispatchEvent(new CustomEvent('rowdrop', { bubbles: true, detail: { from, to: placeOf(row) } }))
    })
    row.append(grip)
  }

  const addGrips = () => {
    for (const row of document.querySelectorAll<HTMLElement>('[data-drag] > :not(:has(> .grip))'))
      addGrip(row)
  }
  addGrips()
  document.addEventListener('swapped', addGrips)
}
