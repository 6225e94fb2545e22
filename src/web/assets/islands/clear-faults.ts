// Takes an error away as soon as its field is changed. A form that is checked while it is filled in shows it
// again if it is still true. Leads from the summary of errors into a group of fields, which browsers cannot
// focus.
{
  /** Of options that were sent with the same number, one is enough to change. */
  const isTwin = (one: Element, changed: Element) =>
    one instanceof HTMLInputElement &&
    changed instanceof HTMLInputElement &&
    changed.closest('ol')?.contains(one) === true &&
    one.defaultValue !== '' &&
    one.defaultValue === changed.defaultValue

  document.addEventListener('input', (event) => {
    const changed = event.target as Element
    for (const fault of document.querySelectorAll('.mend[id]')) {
      const fields = [...document.querySelectorAll(`[aria-describedby~="${fault.id}"]`)]
      const concerns = (one: Element) =>
        one.contains(changed) || changed.contains(one) || isTwin(one, changed)
      if (!fields.some(concerns)) continue
      fault.remove()
      for (const field of fields) field.removeAttribute('aria-invalid')
    }
  })

  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[role="alert"] a[href^="#"]')
    const group = link && document.getElementById(decodeURIComponent(link.hash.slice(1)))
    if (!group?.matches('fieldset, details[open], .rows, .rows > li')) return
    const field =
      group.querySelector<HTMLElement>(`[aria-describedby~="${group.id}-mend"]:enabled`) ??
      group.querySelector<HTMLElement>('[aria-invalid]:enabled') ??
      group.querySelector<HTMLElement>(':is(input:not([type="hidden"]), select, textarea):enabled')
    if (field === null) return
    event.preventDefault()
    group.scrollIntoView()
    field.focus()
  })
}
