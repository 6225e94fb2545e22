// Signing out, or forgetting a personal link, deletes the unsent ballots that this browser keeps.
document.addEventListener('submit', ({ target }) => {
  if ((target as Element).matches('[action="/sign-out"], [action$="/not-me"]'))
    for (const name of Object.keys(localStorage)) if (name.startsWith('draft ')) localStorage.removeItem(name)
})
