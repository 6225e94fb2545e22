// Loads the script that offers names once somebody writes a comment: most readers of a thread write none.
{
  const BEGUN = ['focusin', 'input']
  let attempts = 0
  let is_loading = false
  /** Where something was typed before the script was there. */
  let typed: Element | undefined

  const load = async ({ type, target }: Event) => {
    const field = target as Element
    if (field.closest('.comment-form') === null) return
    if (type === 'input') typed = field
    if (is_loading) return
    is_loading = true
    // At the same address, a browser may not try again.
    const names = document.querySelector<HTMLElement>('[data-names]')?.dataset['names']
    is_loading = await import(`${names}#${attempts++}`).then(
      () => true,
      () => false,
    )
    if (!is_loading) return
    for (const begun of BEGUN) document.removeEventListener(begun, load)
    typed?.dispatchEvent(new Event('input', { bubbles: true }))
  }

  for (const begun of BEGUN) document.addEventListener(begun, load)
}
