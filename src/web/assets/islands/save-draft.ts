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
