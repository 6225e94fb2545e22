// Offers names after @ in a comment or a thread’s text: people whom its form can tell. Ticks the one chosen.
{
  const MOST = 6
  const TEXTS = ['body', 'description']
  // An @ at the start of a word, and what follows it up to the cursor.
  const BEGUN = /(?:^|[\s(])@([\p{L}\p{N}'’.-]*(?: [\p{L}\p{N}'’.-]*){0,2})$/u
  const MARK = /[,.;:!?)]$/
  type Offer = { box: HTMLInputElement; name: string }
  let at: HTMLTextAreaElement | null = null
  let offers: Offer[] = []
  let chosen = 0
  /** Ends with the space after a chosen name, where nothing was typed since. */
  let before = ''
  const list = document.createElement('ul')
  list.id = 'offered-names'
  list.className = 'offered bare'
  list.setAttribute('role', 'listbox')

  const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const textBefore = (field: HTMLTextAreaElement) => field.value.slice(0, field.selectionStart)
  const begun = (field: HTMLTextAreaElement) => BEGUN.exec(textBefore(field))?.[1] ?? null

  const matching = (field: HTMLTextAreaElement, typed: string): Offer[] => {
    const boxes = field.form?.querySelectorAll<HTMLInputElement>('.mentions [data-name]') ?? []
    const people = [...boxes].map((box) => ({ box, name: box.dataset['name'] ?? '' }))
    const starts = (name: string) => ` ${plain(name)}`.includes(` ${plain(typed)}`)
    return people.filter(({ name }) => starts(name)).slice(0, MOST)
  }

  const close = () => {
    at?.removeAttribute('aria-activedescendant')
    at?.removeAttribute('aria-controls')
    offers = []
    at = null
    list.remove()
  }

  const mark = (place: number) => {
    chosen = (place + offers.length) % offers.length
    for (const [index, item] of [...list.children].entries())
      item.setAttribute('aria-selected', String(index === chosen))
    at?.setAttribute('aria-activedescendant', `offered-${chosen}`)
  }

  const choose = (place: number) => {
    const offer = offers[place]
    if (at === null || offer === undefined) return
    const typed = begun(at) ?? ''
    at.setRangeText(`${offer.name} `, at.selectionStart - typed.length, at.selectionStart, 'end')
    tick(offer.box)
    const field = at
    before = textBefore(field)
    close()
    field.dispatchEvent(new Event('input', { bubbles: true }))
    count(field)
  }

  /** A punctuation mark after a chosen name takes the place of its space. */
  const joinMark = (field: HTMLTextAreaElement) => {
    const [text, at] = [textBefore(field), field.selectionStart]
    if (before !== '' && text.slice(0, -1) === before && MARK.test(text))
      field.setRangeText('', at - 2, at - 1)
    before = ''
  }

  /** Ticked because the text names the person: for as long as it does. */
  const tick = (box: HTMLInputElement) => {
    box.checked = true
    box.dataset['named'] = ''
  }

  const untick = (field: HTMLTextAreaElement) => {
    const text = plain(field.value)
    for (const box of field.form?.querySelectorAll<HTMLInputElement>('[data-named]') ?? []) {
      const names = [box.dataset['name'], box.dataset['username']].filter((name) => name !== undefined)
      if (names.some((name) => text.includes(`@${plain(name)}`))) continue
      box.checked = false
      delete box.dataset['named']
    }
    count(field)
  }

  const count = (field: HTMLElement) => {
    const people = field.closest('form')?.querySelector('.mentions')
    const ticked = people?.querySelectorAll(':checked').length ?? 0
    people?.querySelector('summary')?.setAttribute('data-count', ticked === 0 ? '' : ` (${ticked})`)
  }

  /** A name written out and a space mention the person. */
  const isFinished = (field: HTMLTextAreaElement, typed: string, found: Offer[]): boolean => {
    const whole = found.filter(({ name }) => typed.endsWith(' ') && plain(name) === plain(typed.trim()))
    for (const { box } of whole.length === 1 ? whole : []) tick(box)
    count(field)
    return whole.length > 0
  }

  const offer = (field: HTMLTextAreaElement) => {
    const typed = begun(field)
    const found = typed === null ? [] : matching(field, typed)
    close()
    if (found.length === 0 || isFinished(field, typed ?? '', found)) return
    at = field
    offers = found
    list.replaceChildren(
      ...found.map(({ box, name }, place) => {
        const item = document.createElement('li')
        item.id = `offered-${place}`
        item.setAttribute('role', 'option')
        item.dir = 'auto'
        item.textContent = box.dataset['shown'] ?? name
        return item
      }),
    )
    list.setAttribute(
      'aria-label',
      field.form?.querySelector<HTMLElement>('.mentions')?.dataset['label'] ?? '',
    )
    field.after(list)
    list.scrollIntoView({ block: 'nearest' })
    field.setAttribute('aria-controls', list.id)
    mark(0)
  }

  list.addEventListener('pointerdown', (event) => {
    event.preventDefault()
    choose([...list.children].indexOf((event.target as Element).closest('li') as Element))
  })
  const isText = (field: unknown): field is HTMLTextAreaElement =>
    field instanceof HTMLTextAreaElement && TEXTS.includes(field.name)
  const read = (field: HTMLTextAreaElement) => {
    untick(field)
    offer(field)
  }
  document.addEventListener('input', (event) => {
    const { target } = event
    if (isText(target) && event.isTrusted) {
      joinMark(target)
      read(target)
    } else if (target instanceof HTMLInputElement && target.dataset['name'] !== undefined) count(target)
  })
  // Closing the list moves what is below it: a press there must not miss its button.
  let pressing = false
  const left = () => {
    if (at !== null && at !== document.activeElement) close()
  }
  document.addEventListener(
    'mousedown',
    () => {
      pressing = true
    },
    true,
  )
  document.addEventListener(
    'mouseup',
    () => {
      pressing = false
      setTimeout(left)
    },
    true,
  )
  document.addEventListener('focusout', ({ target }) => target === at && !pressing && close())
  document.addEventListener(
    'keydown',
    (event) => {
      if (at === null || event.target !== at || event.isComposing) return
      const { key } = event
      if (key === 'ArrowDown') mark(chosen + 1)
      else if (key === 'ArrowUp') mark(chosen - 1)
      else if (key === 'Enter' || key === 'Tab') choose(chosen)
      else if (key === 'Escape') close()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
  // What was typed, or put back, before this script was there.
  for (const people of document.querySelectorAll<HTMLElement>('.mentions')) count(people)
  if (isText(document.activeElement)) read(document.activeElement)
}
