// Follows the changes of an open page. The script `renew-page` shows them; it is loaded at the first change,
// because most pages are left before any.
{
  const note = document.querySelector<HTMLElement>('[data-live]')
  const path = note?.dataset['live'] ?? ''
  /** And as long again at most, so that not all pages ask a service that comes back at the same moment. */
  const ASK_AGAIN_MS = 4_000
  /** The status of the page of a deleted poll or thread. */
  const GONE = 410
  let source: EventSource | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  let is_loaded = false
  let attempts = 0
  let work = Promise.resolve<number | undefined>(undefined)

  const load = async () => {
    // Browsers may remember that an address could not be loaded.
    if (!is_loaded) await import(`${note?.dataset['renew']}#${++attempts}`)
    is_loaded = true
  }

  /** Returns the status of the page; 0: it stays as it is. */
  const update = async () => {
    // A receipt is shown once.
    if (document.getElementById('receipt') !== null) return 0
    const asked = fetch(location.href, { headers: { accept: 'text/html' } })
    const [{ ok, status }, html] = await Promise.all([asked, asked.then((page) => page.text()), load()])
    const is_gone = status === GONE
    if (ok || is_gone) dispatchEvent(new CustomEvent('renew', { detail: { html, is_gone } }))
    return status
  }

  /** Updates one after the other. Returns undefined if the page or the script did not come whole. */
  const soon = () => {
    work = work.then(update).catch(() => undefined)
    return work
  }

  const followLater = () => {
    clearTimeout(pause)
    pause = setTimeout(follow, ASK_AGAIN_MS * (1 + Math.random()))
  }

  const follow = () => {
    source?.close()
    if (document.hidden) return
    const query = new URLSearchParams(location.search)
    // The server compares: events before the connection, and while it was closed, are not missed.
    query.set('seen', note?.dataset['seen'] ?? '')
    source = new EventSource(`${path}/live?${query}`)
    source.onmessage = async () => {
      // The next stream tells of the same change again.
      if ((await soon()) === undefined) followLater()
    }
    source.onerror = async ({ currentTarget }) => {
      // Otherwise browsers connect again.
      if ((currentTarget as EventSource).readyState !== EventSource.CLOSED) return
      // Perhaps the poll or thread was deleted: the page says so. Or the service is starting.
      const status = await soon()
      clearTimeout(pause)
      if (status === undefined || status < 400 || status >= 500) followLater()
    }
  }

  addEventListener('due', soon)

  // The response to a form has another URL, and stays as it is.
  if (location.pathname === path) {
    document.addEventListener('input', ({ target }) =>
      (target as Element).closest('main form')?.setAttribute('data-typed', ''),
    )
    document.addEventListener('visibilitychange', follow)
    follow()
  }
}
