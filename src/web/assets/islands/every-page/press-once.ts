// Prevents a form from being submitted twice, until the response is here or takes too long.
{
  const PATIENCE_MS = 10_000
  const rest = (form: HTMLFormElement) => form.removeAttribute('aria-busy')

  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'post') return
    if (form.ariaBusy === 'true') return event.preventDefault()
    form.ariaBusy = 'true'
    setTimeout(rest, PATIENCE_MS, form)
  })

  // A page that the browser restores from its back/forward cache.
  addEventListener('pageshow', () => [...document.forms].forEach(rest))
}
