// Saves what a signed-in person writes in a form on the server meanwhile: comments, threads, outcomes.
{
  const PAUSE_MS = 800
  /** After a save that failed, as while the service starts. */
  const AGAIN_MS = 4_000
  /** Browsers refuse to send more than 64 kB for a page that is left, and count other requests with it. */
  const MOST_KEPT_ALIVE = 60_000
  const unsaved = new Set<HTMLFormElement>()
  const sent = new WeakSet<EventTarget>()
  let pause: ReturnType<typeof setTimeout> | undefined
  let underway = 0

  // At `pagehide` browsers may drop the request. Only now, as some keep no page that listens for this.
  const add = (form: HTMLFormElement) => {
    unsaved.add(form)
    addEventListener('beforeunload', keepAll)
  }
  const remove = (form: HTMLFormElement) => {
    unsaved.delete(form)
    if (unsaved.size === 0) removeEventListener('beforeunload', keepAll)
  }

  /** Another page saved more of the draft since this one was opened: this one's is not saved. */
  const NEWER = 412
  /** Of a draft that was saved, as the script `keep-comment` is told. */
  const SAVED = 204
  const FAILED = 500
  const showNewer = async (form: HTMLFormElement, answer: Response) => {
    if (answer.status === SAVED) form.dispatchEvent(new Event('kept'))
    const note = form.querySelector('.newer')
    if (answer.status !== NEWER) note?.remove()
    else if (note === null) form.insertAdjacentHTML('beforeend', await answer.text())
  }

  const keep = async (form: HTMLFormElement) => {
    remove(form)
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') body.append(name, value)
    body.append('act', 'keep')
    underway += 1
    const keepalive = String(body).length < MOST_KEPT_ALIVE
    const answer = await fetch(form.action, { method: 'POST', body, keepalive }).catch(() => null)
    underway -= 1
    const is_reached = answer !== null && answer.status < FAILED
    form.toggleAttribute('data-unreached', !is_reached)
    if (is_reached) return showNewer(form, answer)
    if (sent.has(form)) return
    add(form)
    wait(AGAIN_MS)
  }

  const keepAll = () => {
    clearTimeout(pause)
    for (const form of [...unsaved]) void keep(form)
  }

  // A slow save must not arrive after the next one, with an older text. Only a page that is left cannot wait.
  const wait = (ms: number) => {
    clearTimeout(pause)
    pause = setTimeout(() => (underway > 0 ? wait(PAUSE_MS) : keepAll()), ms)
  }

  document.addEventListener('input', ({ target }) => {
    const form = (target as Element).closest<HTMLFormElement>('form[data-keep]')
    if (form === null) return
    sent.delete(form)
    if (!unsaved.has(form)) keepAll()
    add(form)
    wait(PAUSE_MS)
  })
  // A form that was sent is no longer a draft. What was typed in another form of the page still is, and saved
  // as the page is left.
  document.addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return
    sent.add(target)
    remove(target)
  })
  addEventListener('pagehide', keepAll)
  // Before it is sent: if no answer comes, its page has the draft.
  addEventListener('sending', ({ target }) => unsaved.has(target as HTMLFormElement) && keepAll(), true)

  // When its thread is closed, an update of the page brings the draft of what still stands in its form here.
  new MutationObserver(() => {
    if (document.querySelector('.comment-form[data-typed]') !== null)
      document.querySelector('.drafts')?.setAttribute('hidden', '')
  }).observe(document.body, { childList: true, subtree: true })
}
