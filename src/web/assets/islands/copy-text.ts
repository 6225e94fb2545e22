// A button that copies the field or the text it names; hidden without scripts. Does not use
// `navigator.clipboard`, which is missing without https.
for (const part of document.querySelectorAll<HTMLElement>('[data-copies]')) {
  const source = document.getElementById(part.dataset['copies'] ?? '')
  part.hidden = false
  part.querySelector('button')?.addEventListener('click', () => {
    select(source)
    const said = document.execCommand('copy') ? 'copied' : 'selected'
    part.querySelector('output')?.replaceChildren(part.dataset[said] ?? '')
  })
}

function select(source: HTMLElement | null): void {
  if (source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement) source.select()
  else if (source !== null) getSelection()?.selectAllChildren(source)
}
