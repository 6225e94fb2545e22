// Tells the service in which time zone the browser is, so that pages name times in it. Once: whoever chose a
// zone keeps it.
{
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const isKept = () => /(^|; )folkmoot_zone=/.test(document.cookie)
  const inUtc = () =>
    [...document.querySelectorAll('time')].some(({ textContent }) => /\bUTC$/.test(textContent ?? '')) ||
    document.querySelector<HTMLSelectElement | HTMLInputElement>('[name=time_zone]')?.value === 'UTC'
  if (!isKept() && timeZone !== 'UTC') {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a store of cookies.
    document.cookie = `folkmoot_zone=${timeZone}; Path=/; SameSite=Lax`
    // Where cookies are refused the page would be read again for ever.
    if (isKept() && inUtc()) location.reload()
  }
}
