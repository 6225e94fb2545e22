// Starts the script that runs without a page, once the page is there: only with https, or on this machine.
if (isSecureContext && 'serviceWorker' in navigator) {
  const { serviceWorker } = navigator
  addEventListener('load', () => {
    void serviceWorker.register('/sw.js').catch(() => null)
  })

  // The number on the icon, where a page says it.
  const waiting = document.querySelector<HTMLElement>('[data-waiting]')?.dataset['waiting']
  if (waiting) void navigator.setAppBadge?.(Number(waiting)).catch(() => null)

  /** Nothing of one person stays in a browser that others use too. */
  const clear = async () => {
    const registration = await serviceWorker.getRegistration()
    await navigator.clearAppBadge?.()
    if (window.Notification?.permission !== 'granted') return
    for (const notice of (await registration?.getNotifications()) ?? []) notice.close()
    await (await registration?.pushManager?.getSubscription())?.unsubscribe()
  }

  const MOST_WAIT_MS = 1_000
  document.querySelector<HTMLFormElement>('form[action="/sign-out"]')?.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const late = new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))
    void Promise.race([clear().catch(() => null), late]).then(() => form.submit())
  })
}

// Nor do unsent ballots and comments, when somebody signs out or forgets a personal link.
addEventListener('submit', ({ target }) => {
  if ((target as Element).matches('[action="/sign-out"], [action$="/not-me"]'))
    for (const store of [localStorage, sessionStorage])
      for (const name of Object.keys(store)) if (name.startsWith('draft ')) store.removeItem(name)
})
