// People who sign in return to the place within the page, which only the browser knows.
addEventListener('click', ({ target }) => {
  const link = (target as Element).closest<HTMLAnchorElement>('a[href^="/sign-in?next="]')
  if (link) link.href = link.href.replace(/%23.*|$/, encodeURIComponent(location.hash))
})
