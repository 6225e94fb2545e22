// Copies what stands in the field that a part of the page names, which shows itself where this runs. Not by
// `navigator.clipboard`: that is missing where there is no https.
for (const part of document.querySelectorAll<HTMLElement>('[data-copies]')) {
  const field = document.getElementById(part.dataset['copies'] ?? '') as HTMLTextAreaElement
  part.hidden = false
  part.querySelector('button')?.addEventListener('click', () => {
    field.select()
    const said = document.execCommand('copy') ? 'copied' : 'selected'
    part.querySelector('output')?.replaceChildren(part.dataset[said] ?? '')
  })
}
