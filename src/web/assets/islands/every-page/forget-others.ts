// When people go back, browsers restore what was typed in a page, also if somebody else has signed in since:
// what another person typed is not theirs to see. What scripts keep in the page's history goes with it.
{
  const shown_to = document.querySelector<HTMLInputElement>('[name=shown_to]')?.value
  const note = (state = history.state) => history.replaceState({ ...state, shown_to }, '')
  const before = history.state?.shown_to
  if (before && before !== shown_to) {
    note({})
    // Before this, browsers may not have restored it yet.
    addEventListener('pageshow', () => {
      for (const form of document.forms) form.reset()
    })
  } else note()
  // A link within the page makes another entry of the history.
  addEventListener('hashchange', () => note())
}
