// Says in a ballot that is being filled in that its question was edited, and shows the new descriptions. The
// form keeps the mark of the question that was read, so that the server asks again, until the voter has had
// time to read so here: then it takes the mark of the new question, and nobody is asked twice.
{
  const READING_MS = 3_000
  const fieldOf = (form: Element) => form.querySelector<HTMLInputElement>('[name=question]')
  const markOf = (form: Element) => fieldOf(form)?.value
  let reading: ReturnType<typeof setTimeout> | undefined
  let observer: IntersectionObserver | undefined

  /** Calls back once one of these notices, or another, was on the screen for a while. */
  const onceRead = (notices: Element[], run: () => void) => {
    const seen = new Set<Element>()
    observer?.disconnect()
    clearTimeout(reading)
    reading = undefined
    observer = new IntersectionObserver((changes) => {
      for (const { target, isIntersecting } of changes) seen[isIntersecting ? 'add' : 'delete'](target)
      if (seen.size > 0) reading ??= setTimeout(run, READING_MS)
      else reading = void clearTimeout(reading)
    })
    for (const notice of notices) observer.observe(notice)
  }

  document.addEventListener('stale', (event) => {
    const old = event.target
    const now: unknown = event instanceof CustomEvent ? event.detail : null
    if (!(old instanceof Element && now instanceof Element) || markOf(old) === markOf(now)) return
    for (const text of old.querySelectorAll<HTMLElement>('[data-meaning]')) {
      const same = now.querySelector(`[data-meaning="${text.dataset['meaning']}"]`)
      text.textContent = same?.textContent ?? ''
    }
    const words = old.querySelector<HTMLElement>('[data-edited]')
    if (words === null) return
    words.hidden = false
    words.textContent = words.dataset['edited'] ?? ''
    const ready = document.querySelector('[data-ready]')
    if (ready !== null) ready.textContent = words.textContent
    // On a phone the one at the button is below the screen when the one at the top is read.
    onceRead(ready === null ? [words] : [words, ready], () => {
      const mark = fieldOf(old)
      if (mark !== null) mark.value = markOf(now) ?? mark.value
    })
  })
}
