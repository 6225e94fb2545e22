// Saves an unsent ballot in this browser until it is cast. Anonymous ballots have no draft.
const form = document.querySelector<HTMLFormElement>('form[data-draft]')
const store = (() => {
  try {
    return localStorage
  } catch {
    return null
  }
})()

if (form !== null && store !== null) {
  const name = `draft ${new URL(form.action).pathname} ${form.dataset['draft']}`
  const told = form.elements.namedItem('since')
  const since = told instanceof HTMLInputElement ? told.value : ''

  const filled = (): [string, string][] =>
    [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')

  /** The same fields in another order are no change: rows can be moved. */
  const sent = () => filled().map(String).sort().join('\n')

  /** Says that the draft is not cast yet, where it differs from the ballot as the page has it. */
  const restore = (pairs: [string, string][]) => {
    const shown = sent()
    putBack(pairs)
    if (sent() === shown) return
    form.dataset['typed'] = ''
    form.closest('details')?.setAttribute('open', '')
    const note = form.querySelector<HTMLElement>('[data-uncast]')
    if (note !== null) note.hidden = false
  }

  const putBack = (pairs: [string, string][]) => {
    const values = (field: string) => pairs.filter(([one]) => one === field).map(([, value]) => value)
    for (const field of form.elements) {
      if (field instanceof HTMLTextAreaElement) field.value = values(field.name)[0] ?? ''
      if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue
      if (field.type === 'radio' || field.type === 'checkbox')
        field.checked = values(field.name).includes(field.value)
      else field.value = values(field.name)[0] ?? ''
    }
    form.dispatchEvent(new Event('input', { bubbles: true }))
    for (const list of form.querySelectorAll('[data-ranks], [data-dots]')) {
      list.dispatchEvent(new Event('input'))
      list.dispatchEvent(new Event('change'))
    }
  }

  const keep = () => store.setItem(name, JSON.stringify({ since, pairs: filled() }))
  const isChoice = ([field]: [string, string]) => field === 'choice'

  const draft: { since: string; pairs: [string, string][] } | null = JSON.parse(store.getItem(name) ?? 'null')
  const { kept } = form.dataset
  // A form that was sent and refused is still the draft.
  if (kept === 'sent') keep()
  // A ballot that was cast since, here or elsewhere, deletes the draft.
  else if (draft !== null && draft.since !== since) store.removeItem(name)
  else if (draft !== null && kept === 'chosen') {
    putBack([...filled().filter(isChoice), ...draft.pairs.filter((pair) => !isChoice(pair))])
    form.dataset['typed'] = ''
  } else if (draft !== null) restore(draft.pairs)

  form.addEventListener('input', keep)
}
