// Opens the browser's dialog to print. The button may come with an update of the page, so it is looked for
// when pressed.
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('[data-print]') !== null) print()
})
