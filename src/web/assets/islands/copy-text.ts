// A button that copies the field it names; hidden without scripts. Does not use `navigator.clipboard`, which
// is missing without https.
for (const part of document.querySelectorAll<HTMLElement>('[data-copies]')) {
  const field = document.getElementById(part.dataset['copies'] ?? '') as HTMLTextAreaElement
  part.hidden = false
  part.querySelector('button')?.addEventListener('click', () => {
    field.select()
    const said = document.execCommand('copy') ? 'copied' : 'selected'
    part.querySelector('output')?.replaceChildren(part.dataset[said] ?? '')
  })
}
