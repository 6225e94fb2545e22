// Keeps what was filled in and not sent in this browser, until the ballot is cast. Anonymous ballots have no draft.
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
  const since = form.dataset['since'] ?? ''

  const filled = (): [string, string][] =>
    [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')

  const putBack = (pairs: [string, string][]) => {
    const values = (field: string) => pairs.filter(([one]) => one === field).map(([, value]) => value)
    for (const field of form.elements) {
      if (field instanceof HTMLTextAreaElement) field.value = values(field.name)[0] ?? ''
      if (!(field instanceof HTMLInputElement)) continue
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

  const draft = JSON.parse(store.getItem(name) ?? 'null')
  // A ballot cast since, here or elsewhere, ends the draft.
  if (draft !== null && draft.since !== since) store.removeItem(name)
  else if (draft !== null && form.dataset['kept'] === undefined) putBack(draft.pairs)

  form.addEventListener('input', () => store.setItem(name, JSON.stringify({ since, pairs: filled() })))
}
