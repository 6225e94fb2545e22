// Browsers restore what was typed in a page that they fetch again when people go back, but neither its token
// nor all fields: so the form is kept as it was sent, until it is changed.
{
  const token = document.querySelector<HTMLInputElement>('[data-once=""]')
  const form = token?.form ?? null
  if (token !== null && form !== null) {
    let sent: string | undefined = history.state?.sent
    token.value = history.state?.once ?? token.value
    const remember = () => history.replaceState({ ...history.state, once: token.value, sent }, '')
    remember()

    const putBack = (field: Element, of: URLSearchParams) => {
      const is_area = field instanceof HTMLTextAreaElement
      if (!is_area && !(field instanceof HTMLInputElement && field.type !== 'hidden')) return
      if (field.type === 'radio' || field.type === 'checkbox')
        (field as HTMLInputElement).checked = of.getAll(field.name).includes(field.value)
      else field.value = of.get(field.name) ?? field.value
    }
    // Forms with rows are drawn again, by their own script.
    if (sent !== undefined && !form.matches('[data-steps]'))
      for (const field of form.elements) putBack(field, new URLSearchParams(sent))

    form.addEventListener('submit', ({ submitter }) => {
      const all = [...new FormData(form)].filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      )
      const dropped = ['discard', 'anew'].includes((submitter as HTMLButtonElement | null)?.value ?? '')
      sent = dropped ? undefined : String(new URLSearchParams(all))
      remember()
    })
    form.addEventListener('input', () => {
      if (sent === undefined) return
      sent = undefined
      remember()
    })
  }
}
