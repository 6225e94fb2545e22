// The cursor goes into the form for a reply that is opened: letters typed outside a field are shortcuts.
{
  const writeIn = (fold: Element | null) => {
    const field = fold?.querySelector<HTMLTextAreaElement>(':scope > .comment-form textarea')
    field?.focus()
    // After a draft.
    field?.setSelectionRange(field.value.length, field.value.length)
  }

  document.addEventListener('click', (event) => {
    const fold = (event.target as Element).closest('summary')?.closest('details')
    if (!fold?.matches('[id^="reply-"]:not([open])')) return
    // The browser would open it later than the next key.
    event.preventDefault()
    fold.open = true
    writeIn(fold)
  })
  // Before, the browser's own jump to the form would take the cursor away again.
  addEventListener('load', () => writeIn(document.querySelector('details:target')))
}
