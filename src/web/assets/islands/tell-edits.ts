// Says in a ballot that is being filled in that its question was edited, and shows the new descriptions. The
// form keeps the mark of the question that was read, so that the server asks again, until the voter has had
// time to read so here: then it takes the mark of the new question, and nobody is asked twice.
{
  const READING_MS = 3_000
  const fieldOf = (form: Element) => form.querySelector<HTMLInputElement>('[name=question]')
  const markOf = (form: Element) => fieldOf(form)?.value
  let reading: ReturnType<typeof setTimeout> | undefined
  let observer: IntersectionObserver | undefined

  /** Calls back once these words were on the screen for a while. */
  const onceRead = (words: Element, run: () => void) => {
    observer?.disconnect()
    clearTimeout(reading)
    observer = new IntersectionObserver(([seen]) => {
      clearTimeout(reading)
      if (seen?.isIntersecting === true) reading = setTimeout(run, READING_MS)
    })
    observer.observe(words)
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
    onceRead(words, () => {
      const mark = fieldOf(old)
      if (mark !== null) mark.value = markOf(now) ?? mark.value
    })
  })
}
