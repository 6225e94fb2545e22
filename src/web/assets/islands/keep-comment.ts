// Keeps a comment on the server while it is being written, for whoever is signed in.
{
  const PAUSE_MS = 800
  let writing: HTMLFormElement | null = null
  let pause: ReturnType<typeof setTimeout> | undefined

  const keep = () => {
    clearTimeout(pause)
    if (writing === null) return
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(writing)) if (typeof value === 'string') body.append(name, value)
    body.append('act', 'keep')
    // An answer that does not come is no trouble: the next letter asks again.
    void fetch(writing.action, { method: 'POST', body, keepalive: true }).catch(() => null)
    writing = null
  }

  document.addEventListener('input', ({ target }) => {
    const form = (target as Element).closest<HTMLFormElement>('form[data-keep]')
    if (form === null) return
    if (writing !== form) keep()
    writing = form
    clearTimeout(pause)
    pause = setTimeout(keep, PAUSE_MS)
  })
  // What was posted is no draft any more.
  document.addEventListener('submit', () => {
    clearTimeout(pause)
    writing = null
  })
  addEventListener('pagehide', keep)
}
