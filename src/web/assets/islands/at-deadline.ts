// Has a page without a stream updated at its deadline. It looks at the clock again and again: a sleeping
// browser counts no time, and an update may bring another deadline.
{
  const LOOK_MS = 1_000
  /** Between attempts, if the page could not be fetched. */
  const PAUSE_MS = 10_000
  let read: Element | null = null
  let due = Number.POSITIVE_INFINITY

  const look = () => {
    const mark = document.querySelector<HTMLElement>('[data-due]')
    if (mark !== read)
      due = mark === null ? Number.POSITIVE_INFINITY : Date.now() + Number(mark.dataset['due'])
    read = mark
    if (Date.now() < due) return
    due = Date.now() + PAUSE_MS
    dispatchEvent(new Event('due'))
  }

  look()
  setInterval(look, LOOK_MS)
}
