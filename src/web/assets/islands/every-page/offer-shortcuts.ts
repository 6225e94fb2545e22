// Offers the keyboard shortcuts. Their script is loaded by the first key that is one, or by the button: most
// people never use them.
{
  const KEYS = /^[?gnjk]$/
  const TYPED = 'textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable], dialog'
  const foot = document.querySelector<HTMLElement>('.foot nav')
  let loading: Promise<unknown> | undefined
  let is_here = false

  const load = async () => {
    loading ??= import(foot?.dataset['keys'] ?? '')
    await loading
    is_here = true
  }

  const isOff = () => {
    try {
      return localStorage.getItem('folkmoot-shortcuts') === 'off'
    } catch {
      return false
    }
  }

  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (is_here || ctrlKey || metaKey || altKey || isOff()) return
    // While it loads, also the second key of a pair.
    if (loading === undefined && !KEYS.test(key)) return
    if (event.isComposing || (target as Element).closest(TYPED) !== null) return
    // The script was not there to see it.
    const again = () => target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    load().then(again, () => undefined)
  })

  // Devices without a mouse mostly have no keyboard; people who turned the keys off find the dialog here.
  if (foot !== null && (isOff() || matchMedia('(any-pointer: fine)').matches)) {
    const [title = ''] = JSON.parse(foot.dataset['shortcuts'] ?? '[]') as string[]
    const button = Object.assign(document.createElement('button'), {
      type: 'button',
      className: 'link',
      textContent: title,
    })
    button.addEventListener('click', () =>
      load().then(
        () => document.dispatchEvent(new Event('shortcuts')),
        () => undefined,
      ),
    )
    foot.append(button)
  }
}
