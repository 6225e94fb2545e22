// Without a connection, or while the service is away, a form stays as it is instead of giving its place to an
// error page: the service is asked first, and if it does not answer, nothing is sent, and a note at the
// button says so. What was typed meanwhile is saved once the browser is online again, and who leaves the page
// before that is asked first. A script that saved a form tells so by an event of the form,
// `dispatchEvent(new Event('kept'))`, and one that could not reach the service for it by the event 'unsent'
// of the form or of its button: then the form can be sent again. The form's event 'sending' tells them to
// save now what they have not saved yet.
{
  const PATIENCE_MS = 5_000
  const FAILED = 500
  /** Their scripts save what is typed in the browser. */
  const IN_BROWSER = '[data-draft]:not([data-brief]), :is(.comment-form, #edit):not([data-keep])'
  /** What people fill in. */
  const FILLED = 'textarea, select, input:not([type=hidden])'
  const words = (document.querySelector('footer') as HTMLElement).dataset
  const note = Object.assign(document.createElement('p'), { className: 'note bad unsent', role: 'alert' })
  /** The field typed in last, of each form that was neither sent nor saved since. */
  const typed = new Map<HTMLFormElement, Element>()
  /** This one is sent whatever the browser says. */
  let passing: HTMLFormElement | undefined

  /** Where a paragraph would stand beside others, or as an entry of a list. */
  const isRow = (part: Element) =>
    part.matches('p, ol, ul') || /flex|grid|inline|contents/.test(getComputedStyle(part).display)
  /** A ballot's button stays in sight while the page scrolls. */
  const isBar = (part: Element) => /sticky|fixed/.test(getComputedStyle(part).position)
  const isSeen = (part: Element | null) => part?.getClientRects()[0]

  /** Below the button; of one that cannot be seen, below the field where Enter was pressed, or the form. */
  const show = (form: HTMLFormElement, button: Element | null) => {
    const at = [button, form.querySelector(':focus')].find(isSeen) ?? form.lastElementChild ?? form
    let place = at.closest('.masthead') ?? at
    while (place.parentElement && isRow(place.parentElement) && !isBar(place)) place = place.parentElement
    const kept = form.querySelector(FILLED) ? words['kept'] : ''
    note.textContent = `${words[navigator.onLine ? 'unreached' : 'offline']}${kept}`
    if (isBar(place)) place.append(note)
    else place.after(note)
    note.scrollIntoView({ block: 'nearest' })
  }

  /** Scripts that save drafts note that the service did not answer them. */
  const isUnreached = (form: HTMLFormElement) => form.matches('[data-unreached]')
  /** Browsers call a computer offline that reaches nothing but a service of its own, or a tunnel. */
  const isReached = (form: HTMLFormElement) =>
    fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      // A proxy answers for a service that is away.
      ({ status }) => status < FAILED,
      // A slow connection is one.
      ({ name }) => name === 'TimeoutError' && navigator.onLine && !isUnreached(form),
    )

  /** An update of the page may have replaced them meanwhile. */
  const formNow = (form: HTMLFormElement) =>
    form.isConnected ? form : [...document.forms].find(({ action }) => action === form.action)
  const buttonNow = (form: HTMLFormElement, button: HTMLButtonElement | null) =>
    button === null || button.form === form
      ? button
      : [...form.querySelectorAll('button')].find(
          ({ name, value }) => name === button.name && value === button.value,
        )

  const sendIfReached = async (form: HTMLFormElement, button: HTMLButtonElement | null) => {
    form.ariaBusy = 'true'
    if (button?.value !== 'discard') form.dispatchEvent(new Event('sending'))
    const is_reached = await isReached(form)
    form.ariaBusy = null
    if (!is_reached) return show(form, button)
    passing = formNow(form)
    passing?.requestSubmit(buttonNow(passing, button))
    passing = undefined
  }

  // Before all other scripts, which would take the form for sent.
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement
      note.remove()
      // The theme is chosen without the service.
      if (form === passing || form.method !== 'post' || form.matches('.themes')) return typed.delete(form)
      event.preventDefault()
      event.stopImmediatePropagation()
      if (form.ariaBusy !== 'true') void sendIfReached(form, event.submitter as HTMLButtonElement | null)
    },
    true,
  )

  const showUnsent = ({ target }: Event) => {
    const at = target as Element
    const form = at.closest('form') ?? (at as HTMLButtonElement).form
    if (!form) return
    form.ariaBusy = null
    show(form, at === form ? null : at)
  }
  addEventListener('unsent', showUnsent, true)
  // The next attempt of a script reached the service.
  document.addEventListener('swapped', () => note.remove())

  const isUnsaved = (form: HTMLFormElement) => isUnreached(form) || (!navigator.onLine && typed.has(form))
  const ask = (event: Event) => {
    if ([...document.forms].some((form) => isUnsaved(form) && !form.matches(IN_BROWSER)))
      event.preventDefault()
  }

  // Other scripts put back what was written earlier.
  addEventListener('input', ({ target, isTrusted }) => {
    const { form } = target as HTMLInputElement
    if (!form || !isTrusted) return
    typed.set(form, target as Element)
    // Some browsers keep no page that listens for this.
    addEventListener('beforeunload', ask)
  })
  addEventListener('kept', ({ target }) => typed.delete(target as HTMLFormElement), true)
  addEventListener('online', () => {
    note.remove()
    // As if it were typed now: whatever saves drafts saves this. Its field may have been replaced.
    for (const [form, field] of typed)
      (field.isConnected ? field : form.elements[0])?.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
