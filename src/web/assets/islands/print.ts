// Opens the browser's print dialog. An update may replace the button, so it is looked up on each click.
document.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('[data-print]') !== null) print()
})
