// Keyboard shortcuts for navigation, listed in a dialog where people can turn them off for this browser: an
// event `shortcuts` of the document opens it. `offer-shortcuts` loads this script.
{
  const KEPT = 'folkmoot-shortcuts'
  const PAUSE_MS = 1_500
  const TYPED = 'textarea, select, input:not([type=radio], [type=checkbox]), [contenteditable], dialog'
  const ITEMS = 'main :is(.list, .talk, .types) > li'

  const foot = document.querySelector<HTMLElement>('.foot nav')
  const words: string[] = JSON.parse(foot?.dataset['shortcuts'] ?? '[]')
  const [title = '', use = '', close = '', list = '', home = '', threads = '', polls = '', ...more] = words
  const [newPoll = '', following = '', previous = ''] = more
  let isOn = true
  // They are on if the browser has no storage.
  try {
    isOn = localStorage.getItem(KEPT) !== 'off'
  } catch {}

  const turn = (on: boolean) => {
    isOn = on
    try {
      localStorage.setItem(KEPT, on ? 'on' : 'off')
    } catch {}
  }

  /** The URL of the page's group, or of the only group it links to. */
  const groupPath = (): string | undefined => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="/g/"]')]
    const near = links.filter((link) => link.closest('.crumbs, .tabs'))
    const paths = (near.length > 0 ? near : links).map(({ pathname }) => /^\/g\/[^/]+/.exec(pathname)?.[0])
    return new Set(paths).size === 1 || near.length > 0 ? paths[0] : undefined
  }

  const step = (by: number) => {
    const items = [...document.querySelectorAll<HTMLElement>(ITEMS)]
    const at = items.findLastIndex((item) => item.contains(document.activeElement))
    const next = items[at < 0 && by < 0 ? -1 : at + by]
    if (next === undefined) return
    const link = next.querySelector<HTMLElement>(':scope > a, .types a')
    if (link === null) next.tabIndex = -1
    ;(link ?? next).focus()
  }

  const to = (path: string) => () => location.assign(path)

  type Key = [words: string, run: () => void]

  /** The keys available on this page, with their descriptions. */
  const keys = (): Record<string, Key> => {
    const group = groupPath()
    const ask = document.querySelector<HTMLAnchorElement>('main a[href^="/new-poll"]')
    const poll = ask?.href ?? (group === undefined ? undefined : `/new-poll?group=${group.slice(3)}`)
    return {
      '?': [list, open],
      'g h': [home, to('/')],
      ...(group !== undefined && {
        'g t': [threads, to(`${group}/threads`)],
        'g p': [polls, to(`${group}/polls`)],
      }),
      ...(poll !== undefined && { n: [newPoll, to(poll)] }),
      j: [following, () => step(1)],
      k: [previous, () => step(-1)],
    }
  }

  const made = (name: string, more: object, ...inside: (Node | string)[]): HTMLElement => {
    const element = Object.assign(document.createElement(name), more)
    element.append(...inside)
    return element
  }

  const row = ([key, [words]]: [string, Key]) => [
    made('dt', {}, ...key.split(' ').flatMap((one) => [made('kbd', {}, one), ' '])),
    made('dd', {}, words),
  ]

  function open() {
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', checked: isOn })
    box.addEventListener('change', () => turn(box.checked))
    const dialog = Object.assign(document.createElement('dialog'), { className: 'sheeted stack' })
    dialog.setAttribute('aria-labelledby', 'keys-title')
    dialog.append(
      made('h2', { id: 'keys-title' }, title),
      made('dl', { className: 'terms' }, ...Object.entries(keys()).flatMap(row)),
      made('div', { className: 'field' }, made('label', { className: 'choice' }, box, use)),
      made(
        'form',
        { method: 'dialog' },
        made('button', { className: 'button plain', autofocus: true }, close),
      ),
    )
    dialog.addEventListener('close', () => dialog.remove())
    document.body.append(dialog)
    dialog.showModal()
  }

  let last = { key: '', at: 0 }
  document.addEventListener('keydown', (event) => {
    const { key, timeStamp, target } = event
    const isOther =
      event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey
    if (!isOn || isOther || (target as Element).closest(TYPED) !== null) return
    const isSecond = last.key === 'g' && timeStamp - last.at < PAUSE_MS
    last = { key, at: timeStamp }
    const found = new Map(Object.entries(keys())).get(isSecond ? `g ${key}` : key)
    if (found === undefined) return
    event.preventDefault()
    found[1]()
  })

  document.addEventListener('shortcuts', open)
}
