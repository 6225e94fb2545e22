// A form that is on its way is not sent again, until the answer is here or is long in coming.
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

  // A page that the browser kept and shows again.
  addEventListener('pageshow', () => [...document.forms].forEach(rest))
}
