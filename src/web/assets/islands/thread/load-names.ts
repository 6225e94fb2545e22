// Loads the script that offers names once somebody writes a comment: most readers of a thread write none.
{
  const BEGUN = ['focusin', 'input']
  let attempts = 0
  let is_loading = false

  const load = async ({ target }: Event) => {
    if (is_loading || (target as Element).closest('.comment-form') === null) return
    is_loading = true
    // At the same address, a browser may not try again.
    const names = document.querySelector<HTMLElement>('[data-names]')?.dataset['names']
    is_loading = await import(`${names}#${attempts++}`).then(
      () => true,
      () => false,
    )
    if (!is_loading) return
    for (const begun of BEGUN) document.removeEventListener(begun, load)
  }

  for (const begun of BEGUN) document.addEventListener(begun, load)
}
