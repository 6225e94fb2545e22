// Sends a form while it is being filled in, and puts parts of the answer in the place of those on the page:
// its small buttons work without a new page; preview, line of settings and faults follow what is typed.
const form = document.querySelector<HTMLFormElement>('form[data-steps]')

if (form !== null) {
  const PAUSE_MS = 500
  const FOLLOWING = ['preview', 'settings-line', 'start']
  type Field = HTMLInputElement | HTMLTextAreaElement
  /** The ids of fields that were filled in and left. */
  const left = new Set<string>()
  let asked = 0
  let pause: ReturnType<typeof setTimeout> | undefined

  const filled = (): string => {
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value)
    return String(fields)
  }

  /** The page that the server answers with. Null: none. */
  const ask = async (step: string): Promise<Document | null> => {
    const body = new URLSearchParams(filled())
    body.append('step', step)
    try {
      const answer = await fetch(form.action, { method: 'POST', body })
      return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
    } catch {
      return null
    }
  }

  const swap = (page: Document, id: string) => {
    const [here, there] = [document.getElementById(id), page.getElementById(id)]
    if (here !== null && there !== null && here.outerHTML !== there.outerHTML) here.replaceWith(there)
  }

  const fieldsOf = (part: string | undefined) => [
    ...(document.getElementById(part ?? '')?.querySelectorAll<Field>('input, textarea') ?? []),
  ]

  const goOnAt = (field: Field | undefined) => {
    field?.focus()
    if (field?.type === 'text') field.setSelectionRange(field.value.length, field.value.length)
  }

  /** Goes on with what the server made of the form; false when it made nothing. */
  const take = async (step: string, part: string | undefined): Promise<boolean> => {
    clearTimeout(pause)
    asked++
    const sent = filled()
    const page = await ask(step)
    if (page === null) return false
    // A row that is held stays in the hand, and asks again when it is dropped.
    if (form.querySelector('[data-held]') !== null) return true
    // What was typed meanwhile goes along.
    if (sent !== filled()) return take(step, part)
    const place = fieldsOf(part).indexOf(document.activeElement as Field)
    const next = page.querySelector('[autofocus]')?.id
    for (const id of [part ?? '', ...FOLLOWING]) swap(page, id)
    document.dispatchEvent(new Event('swapped'))
    goOnAt(fieldsOf(part).find(({ id }) => id === next) ?? fieldsOf(part)[place])
    return true
  }

  const press = async (button: HTMLButtonElement) => {
    // Where no answer comes the browser sends the form itself, and says what is the matter.
    if (!(await take(button.value, button.dataset['swap']))) form.requestSubmit(button)
  }

  form.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[data-swap]')
    if (button === null) return
    event.preventDefault()
    void press(button)
  })

  // What is ticked in a part may change it.
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset['swap'] !== undefined)
      void take('edit', target.dataset['swap'])
  })

  /** Adds rows after this one; the server gives them their buttons. */
  const addAfter = (row: Element, values: string[]) => {
    const added = values.map((value) => {
      const next = row.cloneNode() as Element
      const field = row.querySelector('input')?.cloneNode() as HTMLInputElement
      field.value = value
      const meaning = row.querySelector('textarea')?.cloneNode() ?? ''
      next.append(field, meaning)
      return next
    })
    row.after(...added)
    void take('edit', row.closest('fieldset')?.id)
    return added[0]
  }

  // In a row Alt with an arrow moves it, and Enter goes to the next one.
  form.addEventListener('keydown', (event) => {
    const row = event.target instanceof HTMLInputElement && event.target.closest('[data-drag] > *')
    if (!row) return
    const way = event.altKey ? ['ArrowUp', 'ArrowDown'].indexOf(event.key) : -1
    if (way === -1 && event.key !== 'Enter') return
    event.preventDefault()
    if (way !== -1) return row.querySelectorAll('button')[way]?.click()
    const next = row.nextElementSibling ?? addAfter(row, [''])
    next?.querySelector('input')?.focus()
  })

  // Lines that are pasted become rows.
  form.addEventListener('paste', (event) => {
    const { target, clipboardData } = event
    const row = target instanceof HTMLInputElement && target.closest('[data-drag] > *')
    const [first = '', ...lines] = (clipboardData?.getData('text') ?? '').trim().split(/\s*\n\s*/)
    if (!row || lines.length === 0) return
    event.preventDefault()
    target.setRangeText(first)
    addAfter(row, lines)
  })

  // Dragged rows are numbered anew.
  form.addEventListener('rowdrop', ({ target }) => {
    void take('edit', (target as Element).closest('fieldset')?.id)
  })

  const showFault = (page: Document, id: string) => {
    const [here, there] = [document.getElementById(id), page.getElementById(id)]
    if (here === null || there === null) return
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = there.getAttribute(name)
      value === null ? here.removeAttribute(name) : here.setAttribute(name, value)
    }
    const fault = page.getElementById(`${id}-mend`)
    document.getElementById(`${id}-mend`)?.remove()
    if (fault !== null) here.closest('.field')?.append(fault)
  }

  const follow = async () => {
    const mine = ++asked
    const page = await ask('check')
    // What was typed meanwhile asks again.
    if (page === null || mine !== asked) return
    for (const id of FOLLOWING) swap(page, id)
    for (const id of left) showFault(page, id)
  }

  const followSoon = () => {
    clearTimeout(pause)
    pause = setTimeout(() => void follow(), PAUSE_MS)
  }
  form.addEventListener('input', followSoon)
  // What was sent is no draft any more.
  form.addEventListener('submit', () => clearTimeout(pause))
  form.addEventListener('focusout', ({ target, relatedTarget }) => {
    const field = (target as Element).closest('fieldset.field') ?? (target as Element)
    if (field.id === '' || field.contains(relatedTarget as Node | null)) return
    left.add(field.id)
    followSoon()
  })
}
