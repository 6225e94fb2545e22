// Tells the service the browser's time zone once, so that pages show times in it. A chosen zone stays.
{
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const isKept = () => /(^|; )folkmoot_zone=/.test(document.cookie)
  const inUtc = () =>
    [...document.querySelectorAll('time')].some(({ textContent }) => /\bUTC$/.test(textContent ?? '')) ||
    document.querySelector<HTMLSelectElement | HTMLInputElement>('[name=time_zone]')?.value === 'UTC'
  if (!isKept() && timeZone !== 'UTC') {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a store of cookies.
    document.cookie = `folkmoot_zone=${timeZone}; Path=/; SameSite=Lax`
    // If cookies are refused, the page would reload forever.
    if (isKept() && inUtc()) location.reload()
  }
}
