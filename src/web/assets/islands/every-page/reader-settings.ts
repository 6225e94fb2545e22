// Tells the service the browser's time zone once, so that pages show times in it. A chosen zone stays.
{
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const isKept = () => /(^|; )folkmoot_zone=/.test(document.cookie)
  /** Texts of times, and fields for a zone. */
  const inOther = () =>
    document.querySelector('[data-zone=guessed]') ||
    [...document.querySelectorAll('time, [name=time_zone]')].some((one) =>
      /^$|\bUTC$/.test((one as HTMLInputElement).value ?? one.textContent),
    )
  if (!isKept() && timeZone !== 'UTC') {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a store of cookies.
    document.cookie = `folkmoot_zone=${timeZone}; Path=/; SameSite=Lax`
    // If cookies are refused, the page would reload forever.
    if (isKept() && inOther()) location.reload()
  }
}

// Switches the theme in place: without this its form reloads the page, and typed text is lost.
{
  const YEAR_SECONDS = 31_536_000

  document.querySelector('.themes')?.addEventListener('submit', (event) => {
    event.preventDefault()
    const { submitter: pressed } = event as SubmitEvent
    const { value: theme } = pressed as HTMLButtonElement
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a store of cookies.
    document.cookie = `folkmoot_theme=${theme}; Path=/; SameSite=Lax; Max-Age=${theme === 'system' ? 0 : YEAR_SECONDS}`
    document.documentElement.dataset['theme'] = theme
    for (const button of document.querySelectorAll('.themes button'))
      button.ariaPressed = String(button === pressed)
    document.querySelectorAll<HTMLMetaElement>('[name=theme-color]').forEach((meta, place) => {
      const name = place === 0 ? 'light' : 'dark'
      meta.media = theme === 'system' ? `(prefers-color-scheme: ${name})` : theme === name ? 'all' : 'not all'
    })
  })
}

// Escape closes the list of languages, and focuses what opened it.
document.querySelector('.languages')?.addEventListener('keydown', (event) => {
  const list = event.currentTarget as HTMLDetailsElement
  if ((event as KeyboardEvent).key !== 'Escape' || !list.open) return
  list.open = false
  list.querySelector('summary')?.focus()
})
