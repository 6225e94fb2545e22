// Browsers restore what was typed in a page that they fetch again when people go back, and not its token.
{
  const token = document.querySelector<HTMLInputElement>('[data-once]')
  if (token !== null) {
    token.value = history.state?.once ?? token.value
    history.replaceState({ once: token.value }, '')
  }
}
