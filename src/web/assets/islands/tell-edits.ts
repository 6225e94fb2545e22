// Says in a ballot that is being filled in that its question was edited, and shows the new descriptions. The
// form keeps the mark of the question that was read, so that the server asks again.
{
  const markOf = (form: Element) => form.querySelector<HTMLInputElement>('[name=question]')?.value

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
  })
}
