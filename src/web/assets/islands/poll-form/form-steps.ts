// Sends a form while it is filled in, and replaces parts of the page with those of the response: small
// buttons work without a page load, one after the other; preview and errors follow the typing.
const form = document.querySelector<HTMLFormElement>('form[data-steps]')

if (form !== null) {
  const PAUSE_MS = 500
  const PATIENCE_MS = 10_000
  const AGAIN_MS = 4_000
  const FAILED = 500
  const EDIT = 'edit'
  const ROW = '[data-drag] > *'
  const FOLLOWING = 'preview closing-note closing-times settings-note settings-line newer start'.split(' ')
  type Field = HTMLInputElement | HTMLTextAreaElement
  type Step = { step: string; part: string | undefined }
  /** The first is under way. */
  const steps: Step[] = []
  /** What the browser sends after them: a step that failed, else a pressed button. */
  let failed: string | undefined
  let sending: string | undefined
  /** The ids of fields whose errors are shown: they lost focus, or were clicked. */
  const left = new Set<string>()
  let isCutOff = false
  /** It may be saved later: the service could not be reached, or failed. */
  let isAway = false
  let asked = 0
  let pause: ReturnType<typeof setTimeout> | undefined

  const filled = (): string => {
    const fields = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value)
    return String(fields)
  }

  /** What is saved, or need not be. */
  let saved = filled()

  const send = (sent: string, step: string, keepalive = false) => {
    const body = new URLSearchParams(`${sent}&step=${step}`)
    return fetch(form.action, { method: 'POST', body, keepalive, signal: AbortSignal.timeout(PATIENCE_MS) })
  }

  /** The server's page. Null: none. */
  const ask = async (step: string, sent = filled()): Promise<Document | null> => {
    try {
      const answer = await send(sent, step)
      isCutOff = false
      isAway = form.toggleAttribute('data-unreached', answer.status >= FAILED)
      if (!answer.ok) return null
      saved = sent
      if (sent === filled()) form.dispatchEvent(new Event('kept'))
      watch()
      return new DOMParser().parseFromString(await answer.text(), 'text/html')
    } catch {
      isCutOff = isAway = form.toggleAttribute('data-unreached', true)
      return null
    }
  }

  /** The page may be gone before the next pause in typing. */
  const saveRest = async () => {
    const rest = filled()
    if (rest === saved) return
    const answer = await send(rest, 'check', true).catch(() => null)
    if (answer === null || answer.status >= FAILED) return followIn(AGAIN_MS)
    if (rest === filled()) saved = rest
  }
  // Browsers may drop what is sent late: it is sent at `beforeunload`, and again at `pagehide` if there is no
  // answer yet. Some keep no page that listens for `beforeunload`.
  addEventListener('pagehide', saveRest)
  const watch = () => {
    removeEventListener('beforeunload', saveRest)
    if (filled() !== saved) addEventListener('beforeunload', saveRest)
  }
  form.addEventListener('input', watch)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveRest()
  })

  const swap = (page: Document, id: string) => {
    const [here, there] = [document.getElementById(id), page.getElementById(id)]
    if (here && there && here.outerHTML !== there.outerHTML) here.replaceWith(there)
  }

  const shown = (part: string | undefined) => document.getElementById(part ?? '')

  const fieldsOf = (part: string | undefined) => [
    ...(shown(part)?.querySelectorAll<Field>('input:not(.with-costs *), textarea') ?? []),
  ]

  const buttonsOf = (row: Element | null | undefined) => [...(row?.querySelectorAll('button') ?? [])]

  /** The focus stays at a row's pressed button, if that is enabled. */
  const goOnAt = (field: Field | undefined, pressed: number) => {
    const again = buttonsOf(field?.closest(ROW))[pressed]
    if (again?.disabled === false) return again.focus()
    field?.focus()
    if (field?.type === 'text') field.setSelectionRange(field.value.length, field.value.length)
  }

  /** Outside rows too, or at the one in its place: the calendar has no earlier months than the first. */
  const stayAt = (part: string | undefined, pressed: HTMLButtonElement, place: number) => {
    const all = buttonsOf(shown(part))
    const again = all.find(({ value }) => value === pressed.value) ?? all[place]
    again?.focus()
  }

  /** Shows the server's version; false: there is none. `at`: where the focus was. */
  const take = async ({ step, part }: Step, at = document.activeElement): Promise<boolean> => {
    clearTimeout(pause)
    asked++
    const sent = filled()
    const page = await ask(step)
    if (page === null) return false
    // Not while a row is dragged, or a button is down: its click would be lost.
    while (form.querySelector('[data-held], :active')) await new Promise(requestAnimationFrame)
    // Keeps what was typed in the meantime.
    if (sent !== filled()) return take({ step, part }, at)
    const active = document.activeElement
    const button = active as HTMLButtonElement
    const row = active?.closest(ROW)
    const pressed = buttonsOf(row).indexOf(button)
    const beside = buttonsOf(shown(part)).indexOf(button)
    const place = fieldsOf(part).indexOf((pressed < 0 ? active : row?.querySelector('input')) as Field)
    // Who went on to another field stays there.
    const next = active === at ? page.querySelector('[autofocus]')?.id : !row && active?.id
    const before = [...left]
    for (const id of [part ?? '', ...FOLLOWING]) swap(page, id)
    // The focus was taken: nobody left.
    left.clear()
    for (const id of before) left.add(id)
    document.dispatchEvent(new Event('swapped'))
    const field = fieldsOf(part).find(({ id }) => id && id === next) ?? fieldsOf(part)[place]
    if (field || beside < 0) goOnAt(field, pressed)
    else stayAt(part, button, beside)
    return true
  }

  /** Each step changes what the one before it left. */
  const inTurn = async (step: string, part: string | undefined) => {
    const last = steps.at(-1)
    // That one asks again, if the form was changed.
    if (step === EDIT && last?.step === EDIT && last.part === part) return
    if (steps.push({ step, part }) > 1) return
    for (let [first] = steps; first; [first] = steps) {
      if (!(await take(first)) && first.step !== EDIT) failed ??= first.step
      steps.shift()
    }
    const value = failed ?? sending
    if (value === undefined) return
    const lost = failed && isCutOff
    failed = sending = undefined
    if (lost) return form.dispatchEvent(new Event('unsent'))
    const button = Object.assign(document.createElement('button'), { name: 'step', value, hidden: true })
    form.append(button)
    form.ariaBusy = null
    form.requestSubmit(button)
  }

  form.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[data-swap]')
    if (button === null) return
    event.preventDefault()
    // By its turn other text may stand in this field.
    const field = document.getElementById(button.dataset['with'] ?? '') as Field | null
    void inTurn(field ? `${button.value}-${field.value}` : button.value, button.dataset['swap'])
  })

  // Ticking a box may change this part.
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.dataset['swap'] !== undefined)
      void inTurn(EDIT, target.dataset['swap'])
  })

  // A click is a whole answer, except "Only the people named below", which opens their fields.
  form.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement
    const people = form.querySelector('#recipient_emails')?.closest('details')
    if (people && field.value === 'named') people.open = true
    else if (field.closest('.choice')) left.add((field.closest('fieldset.field') ?? field).id)
  })

  // The server numbers rows that were changed here.
  for (const event of ['rowdrop', 'rowedit'])
    form.addEventListener(event, ({ target }) => {
      void inTurn(EDIT, (target as Element).closest('fieldset')?.id)
    })

  const copyFault = (here: Element, there: Element | null) => {
    for (const name of ['aria-invalid', 'aria-describedby']) {
      const value = there?.getAttribute(name) ?? null
      value === null ? here.removeAttribute(name) : here.setAttribute(name, value)
    }
  }

  const showFault = (page: Document, id: string) => {
    const [here, there] = [document.getElementById(id), page.getElementById(id)]
    if (!here || !there) return
    for (const field of [here, ...fieldsOf(id)]) copyFault(field, page.getElementById(field.id))
    const fault = page.getElementById(`${id}-mend`)
    document.getElementById(`${id}-mend`)?.remove()
    const field = here.closest('.field, .with-costs')
    if (fault) field?.insertBefore(fault, field.querySelector('.for-all'))
  }

  /** What was typed last may contradict another field. */
  const findContradicted = (page: Document) => {
    const at = document.activeElement
    for (const { id } of page.querySelectorAll('.mend[id]:not(.rows *)')) {
      const name = id.replace(/-mend$/, '')
      const field = document.getElementById(name) as Field | null
      const typed = page.getElementById(name)?.querySelector('[aria-invalid]:not([value=""])')
      if (!field || (field.contains(at) && (!typed || page.getElementById(at?.id ?? '')?.ariaInvalid)))
        continue
      for (const one of [field, ...fieldsOf(name)])
        if (one.type !== 'hidden' && new FormData(form).getAll(one.name).some(Boolean)) left.add(name)
    }
  }

  const follow = async (step = 'check') => {
    const mine = ++asked
    const page = await ask(step)
    // Asks again if something was typed in the meantime.
    if (mine !== asked) return
    if (page === null) {
      if (isAway) followIn(AGAIN_MS)
      return
    }
    for (const id of FOLLOWING) swap(page, id)
    findContradicted(page)
    for (const id of left) showFault(page, id)
  }

  const followIn = (ms: number) => {
    clearTimeout(pause)
    pause = setTimeout(() => (steps.length > 0 ? followSoon() : void follow()), ms)
  }
  const followSoon = () => followIn(PAUSE_MS)
  form.addEventListener('input', followSoon)

  /** Draws the form as it was sent: browsers restore no rows that were added. */
  const drawSent = async (sent: string) => {
    const before = filled()
    const page = await ask('look', sent)
    const there = page?.querySelector('form[data-steps]')
    // What was typed in the meantime is newer.
    if (!page || !there || filled() !== before) return
    form.replaceChildren(...there.childNodes)
    saved = filled()
    for (const id of FOLLOWING) swap(page, id)
    document.dispatchEvent(new Event('swapped'))
  }

  // What browsers restore is drawn, and not saved: it may have been sent.
  addEventListener('pageshow', ({ persisted }) => {
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (!persisted && opened?.type === 'navigate') return
    saved = filled()
    const sent: string | undefined = persisted ? undefined : history.state?.sent
    void (sent === undefined ? follow('look') : drawSent(sent))
  })

  // A submitted form is no longer a draft.
  form.addEventListener('submit', (event) => {
    clearTimeout(pause)
    if (steps.some(({ step }) => step !== EDIT)) {
      event.preventDefault()
      form.ariaBusy = 'true'
      sending = (event.submitter as HTMLButtonElement | null)?.value ?? ''
      return
    }
    saved = filled()
    watch()
  })
  form.addEventListener('focusout', ({ target, relatedTarget }) => {
    // A fieldset of fields shows the errors of each, and its own.
    const field =
      (target as Element).closest('fieldset.field:not(:has(.field)), .with-costs input') ??
      (target as Element)
    for (const one of [field, field.closest('fieldset.field') ?? field])
      if (!one.contains(relatedTarget as Node | null)) left.add(one.id)
    // Buttons that send the form have no id.
    if (field.id) followSoon()
  })
}
