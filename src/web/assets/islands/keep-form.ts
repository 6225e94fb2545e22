// Saves what a signed-in person writes in a form on the server meanwhile: comments, threads, outcomes.
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
    // A failed request needs no handling: the next input saves again.
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
  // A form that was sent is no longer a draft.
  document.addEventListener('submit', () => {
    clearTimeout(pause)
    writing = null
  })
  addEventListener('pagehide', keep)
}

// Browsers restore what was typed in a page that they fetch again when people go back, and not its token.
{
  const token = document.querySelector<HTMLInputElement>('[data-once]')
  if (token !== null) {
    token.value = history.state?.once ?? token.value
    history.replaceState({ once: token.value }, '')
  }
}
