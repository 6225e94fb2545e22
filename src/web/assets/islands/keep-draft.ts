// Saves unsent ballots in this browser until they are cast, on the page of the poll or in its thread: both
// show the same draft. Anonymous ballots have no draft. Those by open links, which nobody signs out of, are
// saved for this window only.
{
  type Pairs = [string, string][]
  type Draft = { since: string; pairs: Pairs }
  // One that its voter fills in already is not touched.
  const NEW = 'form[data-draft]:not([data-typed])'
  const stores = (() => {
    try {
      return { local: localStorage, session: sessionStorage }
    } catch {
      return null
    }
  })()

  const storeOf = (form: HTMLFormElement) => stores?.['brief' in form.dataset ? 'session' : 'local']
  const nameOf = (form: HTMLFormElement) => `draft ${form.dataset['draft']}`

  const sinceIn = (form: HTMLFormElement) => form.querySelector<HTMLInputElement>('[name=since]')?.value ?? ''

  const filled = (form: HTMLFormElement): Pairs =>
    [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string')

  /** The same fields in another order are no change: rows can be moved. */
  const sent = (form: HTMLFormElement) => filled(form).map(String).sort().join('\n')

  const unfold = (node: Element) => node.closest('details')?.setAttribute('open', '')

  /** Says that the draft is not cast yet, where it differs from the ballot as the page has it. */
  const restore = (form: HTMLFormElement, pairs: Pairs) => {
    const shown = sent(form)
    putBack(form, pairs)
    if (sent(form) === shown) return
    form.dataset['typed'] = ''
    unfold(form)
    // In a thread the reason is folded.
    for (const field of form.querySelectorAll('textarea')) if (field.value !== '') unfold(field)
    const note = form.querySelector<HTMLElement>('[data-uncast]')
    if (note !== null) note.hidden = false
  }

  const putBack = (form: HTMLFormElement, pairs: Pairs) => {
    const values = (field: string) => pairs.filter(([one]) => one === field).map(([, value]) => value)
    for (const field of form.elements) {
      const isArea = field instanceof HTMLTextAreaElement
      if (!isArea && !(field instanceof HTMLInputElement && field.type !== 'hidden')) continue
      if (field.type === 'radio' || field.type === 'checkbox')
        (field as HTMLInputElement).checked = values(field.name).includes(field.value)
      // A thread does not ask for all that the page of the poll asks for.
      else field.value = values(field.name)[0] ?? field.value
    }
    form.dispatchEvent(new Event('input', { bubbles: true }))
    for (const list of form.querySelectorAll('[data-ranks], [data-dots]')) {
      list.dispatchEvent(new Event('input'))
      list.dispatchEvent(new Event('change'))
    }
  }

  const keep = (form: HTMLFormElement) =>
    storeOf(form)?.setItem(nameOf(form), JSON.stringify({ since: sinceIn(form), pairs: filled(form) }))
  const isChoice = ([field]: [string, string]) => field === 'choice'

  const begin = (form: HTMLFormElement) => {
    const draft: Draft | null = JSON.parse(storeOf(form)?.getItem(nameOf(form)) ?? 'null')
    const { kept } = form.dataset
    // A form that was sent and refused is still the draft.
    if (kept === 'sent') keep(form)
    // A ballot that was cast since, here or elsewhere, deletes the draft.
    else if (draft !== null && draft.since !== sinceIn(form)) storeOf(form)?.removeItem(nameOf(form))
    else if (draft !== null && kept === 'chosen') {
      putBack(form, [...filled(form).filter(isChoice), ...draft.pairs.filter((pair) => !isChoice(pair))])
      form.dataset['typed'] = ''
    } else if (draft !== null) restore(form, draft.pairs)
  }

  for (const form of document.querySelectorAll<HTMLFormElement>(NEW)) begin(form)
  // Updates of the page bring other forms.
  document.addEventListener('input', ({ target }) => {
    const form = (target as Element).closest<HTMLFormElement>('form[data-draft]')
    if (form !== null) keep(form)
  })
}
