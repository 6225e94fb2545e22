// Saves what a signed-in person writes in a form on the server meanwhile: comments, threads, outcomes.
{
  const PAUSE_MS = 800
  /** Browsers refuse to send more than 64 kB for a page that is left, and count other requests with it. */
  const MOST_KEPT_ALIVE = 60_000
  let writing: HTMLFormElement | null = null
  let pause: ReturnType<typeof setTimeout> | undefined
  let underway = 0

  // A form that was sent is no longer a draft.
  const drop = () => {
    clearTimeout(pause)
    removeEventListener('beforeunload', keep)
    writing = null
  }

  /** Another page saved more of the draft since this one was opened: this one's is not saved. */
  const NEWER = 412
  /** Of a draft that was saved, as the script `keep-comment` is told. */
  const SAVED = 204
  const showNewer = async (form: HTMLFormElement, answer: Response) => {
    if (answer.status === SAVED) form.dispatchEvent(new Event('kept'))
    const note = form.querySelector('.newer')
    if (answer.status !== NEWER) note?.remove()
    else if (note === null) form.insertAdjacentHTML('beforeend', await answer.text())
  }

  const keep = () => {
    const form = writing
    drop()
    if (form === null) return
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
    body.append('act', 'keep')
    // A failed request needs no handling: the next input saves again.
    underway += 1
    const keepalive = String(body).length < MOST_KEPT_ALIVE
    void fetch(form.action, { method: 'POST', body, keepalive })
      .then((answer) => showNewer(form, answer))
      .catch(() => null)
      .finally(() => {
        underway -= 1
      })
  }

  // A slow save must not arrive after the next one, with an older text. Only a page that is left cannot wait.
  const wait = () => {
    clearTimeout(pause)
    pause = setTimeout(() => (underway > 0 ? wait() : keep()), PAUSE_MS)
  }

  document.addEventListener('input', ({ target }) => {
    const form = (target as Element).closest<HTMLFormElement>('form[data-keep]')
    if (form === null) return
    if (writing !== form) keep()
    writing = form
    // At `pagehide` browsers may drop the request. Only now, as some keep no page that listens for it.
    addEventListener('beforeunload', keep)
    wait()
  })
  // What was typed in another form of the page is still a draft, and saved as the page is left.
  document.addEventListener('submit', ({ target }) => {
    if (target === writing) drop()
  })
  addEventListener('pagehide', keep)

  // When its thread is closed, an update of the page brings the draft of what still stands in its form here.
  new MutationObserver(() => {
    if (document.querySelector('.comment-form[data-typed]') !== null)
      document.querySelector('.drafts')?.setAttribute('hidden', '')
  }).observe(document.body, { childList: true, subtree: true })
}

// Browsers restore what was typed in a page that they fetch again when people go back, but neither its token
// nor all fields: so the form is kept as it was sent, until it is changed.
{
  const token = document.querySelector<HTMLInputElement>('[data-once=""]')
  const form = token?.form ?? null
  if (token !== null && form !== null) {
    // Somebody else may have signed in since: what another person sent is not theirs to see.
    const shown_to = new FormData(form).get('shown_to')
    const kept = history.state?.shown_to === shown_to ? history.state : null
    let sent: string | undefined = kept?.sent
    token.value = kept?.once ?? token.value
    const remember = () => history.replaceState({ once: token.value, sent, shown_to }, '')
    remember()

    const putBack = (field: Element, of: URLSearchParams) => {
      const is_area = field instanceof HTMLTextAreaElement
      if (!is_area && !(field instanceof HTMLInputElement && field.type !== 'hidden')) return
      if (field.type === 'radio' || field.type === 'checkbox')
        (field as HTMLInputElement).checked = of.getAll(field.name).includes(field.value)
      else field.value = of.get(field.name) ?? field.value
    }
    // Forms with rows are drawn again, by their own script.
    if (sent !== undefined && !form.matches('[data-steps]'))
      for (const field of form.elements) putBack(field, new URLSearchParams(sent))

    form.addEventListener('submit', ({ submitter }) => {
      const all = [...new FormData(form)].filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      )
      const dropped = ['discard', 'anew'].includes((submitter as HTMLButtonElement | null)?.value ?? '')
      sent = dropped ? undefined : String(new URLSearchParams(all))
      remember()
    })
    form.addEventListener('input', () => {
      if (sent === undefined) return
      sent = undefined
      remember()
    })
  }
}

// The same for comments, of which a thread has many forms: one that was posted is not posted again.
{
  const EACH = '[data-once]:not([data-once=""])'
  const POSTING = 'posting'
  const shownTo = (form: HTMLFormElement) => new FormData(form).get('shown_to')
  const postedKey = (once: string) => `posted ${once}`

  // Of a browser that blocks storage, what was posted stays in its form.
  const store = (() => {
    try {
      return sessionStorage
    } catch {
      return null
    }
  })()

  // Only after a comment was posted does its own page follow. People who go back load no new page.
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const posting = store?.getItem(POSTING) ?? null
  store?.removeItem(POSTING)
  if (posting !== null && arrival?.type === 'navigate' && location.hash.startsWith('#comment-'))
    store?.setItem(postedKey(posting), '')
  /** Whether the form may lose its text: it is a draft on the server, or posted. */
  const isSafe = (form: HTMLFormElement, once: string) =>
    form.matches('[data-keep]') || (store?.getItem(postedKey(once)) ?? null) !== null

  for (const token of document.querySelectorAll<HTMLInputElement>(EACH)) {
    const { form } = token
    const sent = history.state?.[token.dataset['once'] ?? '']
    if (form === null || sent === undefined || sent.shown_to !== shownTo(form)) continue
    token.value = sent.once
    // Some browsers restore what was typed only now. What was refused is a draft, or stays here.
    addEventListener('pageshow', () => {
      const field = form.querySelector('textarea')
      if (isSafe(form, sent.once) && field?.defaultValue === '' && field.value === sent.posted) form.reset()
    })
  }

  document.addEventListener('submit', ({ target, submitter }) => {
    const form = target as HTMLFormElement
    const token = form.querySelector<HTMLInputElement>(EACH)
    if (token === null) return
    const previews = (submitter as HTMLButtonElement | null)?.value === 'preview'
    const posted = previews ? null : form.querySelector('textarea')?.value
    if (!previews) store?.setItem(POSTING, token.value)
    const sent = { shown_to: shownTo(form), once: token.value, posted }
    history.replaceState({ ...history.state, [token.dataset['once'] ?? '']: sent }, '')
  })

  // What was begun by a personal link, before its author signed in. Few have such a thing.
  const form = document.querySelector<HTMLFormElement>('.comment-form[data-keep]')
  const begun = form && `draft ${new URL(form.action).pathname} `
  const { kept = '' } = document.querySelector<HTMLElement>('[data-kept]')?.dataset ?? {}
  if (begun && store !== null && Object.keys(localStorage).some((key) => key.startsWith(begun)))
    void import(kept)
}
