// Buttons that copy the field or the text they name: hidden without scripts. And forms that make links for
// one person or many: their links are copied in place, while without scripts a page shows them. Does not use
// `navigator.clipboard`, which is missing without https.
document.addEventListener('click', ({ target }) => {
  const part = (target as Element).closest<HTMLElement>('[data-copies]')
  if (part?.querySelector('button')?.contains(target as Element)) copy(part)
})

document.addEventListener('submit', async (event) => {
  const form = event.target as HTMLFormElement
  if (event.defaultPrevented || !form.matches('[data-makes-links]')) return
  event.preventDefault()
  const made = await linksFrom(form).catch(() => undefined)
  if (made === undefined) return form.dispatchEvent(new Event('unsent'))
  // Sent again, the form gets the same answer, as a page that says what is wrong.
  if (made === null) return form.submit()
  const before = document.getElementById(made.id) ?? form
  before.replaceWith(made)
  const part = made.querySelector<HTMLElement>('[data-copies]')
  if (part === null) return
  copy(part)
  part.querySelector('button')?.focus()
})

async function linksFrom(form: HTMLFormElement): Promise<HTMLElement | null> {
  const sent = new FormData(form) as unknown as Record<string, string>
  const answer = await fetch(form.action, {
    method: 'POST',
    headers: { accept: 'text/html' },
    body: new URLSearchParams(sent),
  })
  if (!answer.ok) return null
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return page.getElementById('made-links')
}

function copy(part: HTMLElement): void {
  select(document.getElementById(part.dataset['copies'] ?? ''))
  const said = document.execCommand('copy') ? 'copied' : 'selected'
  part.querySelector('output')?.replaceChildren(part.dataset[said] ?? '')
}

function select(source: HTMLElement | null): void {
  if (source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement) source.select()
  else if (source !== null) getSelection()?.selectAllChildren(source)
}

// Opens the browser's print dialog. An update may replace the button, so it is looked up on each click.
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('[data-print]') !== null) print()
})
