// Marks a form that is being sent as busy, until the response is here or takes too long: the script `unsent`
// does not send it again meanwhile.
{
  const PATIENCE_MS = 10_000
  const rest = (form: HTMLFormElement) => form.removeAttribute('aria-busy')

  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || form.method !== 'post') return
    form.ariaBusy = 'true'
    setTimeout(rest, PATIENCE_MS, form)
  })

  // A page that the browser restores from its back/forward cache.
  addEventListener('pageshow', () => [...document.forms].forEach(rest))
}
