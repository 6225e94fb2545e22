// Edits the rows of a form in the page: buttons and keys move, add and remove them, pasted lines become rows.
// A row dispatches `rowedit`, and the server numbers them.
{
  const ROW = '[data-drag] > *'
  type Field = HTMLInputElement | HTMLTextAreaElement
  const form = document.querySelector<HTMLFormElement>('form[data-steps]')

  const edited = (row: Element) => row.dispatchEvent(new Event('rowedit', { bubbles: true }))

  /** The other row moves: this one keeps the focus. */
  const move = (row: Element, way: 'up' | 'down') => {
    const { previousElementSibling: over, nextElementSibling: under } = row
    if (way === 'up' && over) row.after(over)
    if (way === 'down' && under) row.before(under)
    edited(row)
  }

  /** Adds rows after this one, without buttons. Returns the first. */
  const addAfter = (row: Element, values: string[]): Element | undefined => {
    const added = values.map((value) => {
      const next = row.cloneNode() as Element
      // The server counts each kind by rows; a copy also has what was typed.
      const fields = [...row.querySelectorAll<Field>('input, textarea')].map(
        (one) => one.cloneNode() as Field,
      )
      fields.forEach((field, place) => {
        field.value = place === 0 ? value : ''
      })
      next.append(...fields)
      return next
    })
    row.after(...added)
    edited(row)
    return added[0]
  }

  const add = (row: Element) => addAfter(row, [''])?.querySelector('input')?.focus()

  const remove = (row: Element) => {
    const next = row.nextElementSibling ?? row.previousElementSibling ?? addAfter(row, [''])
    next?.querySelector<HTMLElement>('[data-row=remove], input:not(:has(~ [data-row=remove]))')?.focus()
    row.remove()
    if (next) edited(next)
  }

  form?.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('button[data-row]')
    const rows = button?.closest('fieldset')?.querySelectorAll(ROW)
    const row = button?.closest(ROW) ?? [...(rows ?? [])].at(-1)
    if (!button || !row) return
    event.preventDefault()
    // Not every browser focuses a button that is clicked.
    button.focus()
    const how = button.dataset['row']
    if (how === 'add') add(row)
    else if (how === 'remove') remove(row)
    else move(row, how as 'up' | 'down')
  })

  // The click opens a description, which is typed next.
  form?.addEventListener('click', ({ target }) => {
    const row = (target as Element).closest('summary')?.closest(ROW)
    if (row) setTimeout(() => row.querySelector<Field>('details[open] ~ label textarea')?.focus())
  })

  // Alt with an arrow key moves the row, Enter goes to the next row.
  form?.addEventListener('keydown', (event) => {
    const row = event.target instanceof HTMLInputElement && event.target.closest(ROW)
    if (!row) return
    const way = event.altKey && { ArrowUp: 'up' as const, ArrowDown: 'down' as const }[event.key]
    if (!way && event.key !== 'Enter') return
    event.preventDefault()
    if (way) return move(row, way)
    const next = row.nextElementSibling
    next ? next.querySelector('input')?.focus() : add(row)
  })

  // Browsers offer no earlier entries, whose list takes the same keys. Without scripts they put back what was
  // typed when people go back, which they do for no field with this attribute.
  form?.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement && target.closest(ROW)) target.autocomplete = 'off'
  })

  const filledLines = (text: string) =>
    text
      .split(/\r\n?|[\n\u2028]/)
      .map((line) => line.trim())
      .filter((line) => line !== '')

  // Pasted lines become rows.
  form?.addEventListener('paste', (event) => {
    const { target, clipboardData } = event
    const row = target instanceof HTMLInputElement && target.closest(ROW)
    const [first = '', ...lines] = filledLines(clipboardData?.getData('text') ?? '')
    if (!row || lines.length === 0) return
    event.preventDefault()
    target.setRangeText(first)
    addAfter(row, lines)
  })
}
