// Escape closes the list of languages, and focuses what opened it.
document.querySelector('.languages')?.addEventListener('keydown', (event) => {
  const list = event.currentTarget as HTMLDetailsElement
  if ((event as KeyboardEvent).key !== 'Escape' || !list.open) return
  list.open = false
  list.querySelector('summary')?.focus()
})
