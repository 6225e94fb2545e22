// Offers the keyboard shortcuts. Their script is loaded by the first key that is one, or by the button: most
// people never use them.
{
  const KEYS = /^[?gnjk]$/
  const TYPED = 'textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable], dialog'
  const foot = document.querySelector('.foot nav') as HTMLElement
  let loading: Promise<unknown> | undefined
  let is_here = false

  const load = (run: () => void) => {
    loading ??= import(foot.dataset['keys'] as string)
    loading.then(
      () => {
        is_here = true
        run()
      },
      () => undefined,
    )
  }

  const isOff = () => {
    try {
      return localStorage.getItem('folkmoot-shortcuts') === 'off'
    } catch {
      return false
    }
  }

  addEventListener('keydown', (event) => {
    const { key, target } = event
    if (is_here || event.ctrlKey || event.metaKey || event.altKey || isOff()) return
    // While it loads, also the second key of a pair.
    if (!loading && !KEYS.test(key)) return
    if (event.isComposing || (target as Element).closest(TYPED)) return
    // The script was not there to see it.
    load(() => target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
  })

  // Devices without a mouse mostly have no keyboard; people who turned the keys off find the dialog here.
  if (isOff() || matchMedia('(any-pointer: fine)').matches) {
    const [title = ''] = JSON.parse(foot.dataset['shortcuts'] as string) as string[]
    const open = () => document.dispatchEvent(new Event('shortcuts'))
    const button = { type: 'button', className: 'link', textContent: title, onclick: () => load(open) }
    foot.append(Object.assign(document.createElement('button'), button))
  }
}
