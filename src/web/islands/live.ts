// Brings an open page up to date when something on it has changed, but for what its reader is at. Nothing moves.
{
  const note = document.querySelector<HTMLElement>('[data-live]')
  const path = note?.dataset['live'] ?? ''
  const HELD = ':focus,[data-live],[data-typed],[data-draft],[data-ranks],[data-dots],details[open]'
  const IN_USE = ':focus,[data-live],[data-typed]'
  const SAY_AGAIN_MS = 10_000
  const FRESH_MS = 1_000
  let source: EventSource | undefined
  let said = -SAY_AGAIN_MS
  let work = Promise.resolve()

  const has = (node: Node, which: string) =>
    node instanceof Element && (node.matches(which) || node.querySelector(which) !== null)

  const nameOf = (node: Node) =>
    node instanceof Element
      ? node.id ||
        node.getAttribute('aria-labelledby') ||
        (node.matches('li') && node.querySelector('[id]')?.id) ||
        node.nodeName + node.className
      : node.nodeName

  const renew = (old: ChildNode, now: ChildNode) => {
    if (old.isEqualNode(now)) return
    if (!has(old, HELD)) old.replaceWith(now)
    else if (!(old as Element).matches('form,:focus')) renewInside(old, now)
  }

  const renewInside = (old: ChildNode, now: ChildNode) => {
    const left = [...old.childNodes]
    let last: ChildNode | undefined
    for (const node of [...now.childNodes]) {
      const place = left.findIndex((one) => nameOf(one) === nameOf(node))
      const [same] = place < 0 ? [] : left.splice(place, 1)
      if (same !== undefined) renew(same, node)
      else if (last !== undefined) last.after(node)
      else old.insertBefore(node, old.firstChild)
      last = same?.isConnected === true ? same : node
    }
    for (const node of left) if (!has(node, IN_USE)) node.remove()
  }

  const sourcesIn = ({ scripts }: Document) => [...scripts].map(({ src }) => src)

  // A script that came with the change stands on the page, but browsers do not run such a one.
  const run = (src: string) =>
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }))

  const update = async () => {
    const answer = await fetch(location.href).catch(() => null)
    if (answer?.ok !== true) return
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const [main, fresh] = [document.querySelector('main'), page.querySelector('main')]
    if (main === null || fresh === null || note === null) return
    const [had, come] = [sourcesIn(document), sourcesIn(page)]
    renewInside(main, fresh)
    for (const src of come) if (!had.includes(src)) run(src)
    if (performance.now() - said < SAY_AGAIN_MS) return
    said = performance.now()
    note.textContent = `This page was brought up to date at ${new Date().toLocaleTimeString()}.`
  }

  const soon = () => {
    work = work.then(update)
  }

  const follow = () => {
    source?.close()
    if (document.hidden) return
    source = new EventSource(`${path}/live${location.search}`)
    source.onmessage = soon
    // What happened while nobody listened was missed.
    source.onopen = () => {
      if (performance.now() > FRESH_MS) soon()
    }
  }

  // The answer to a form stands at another address, and stays as it is.
  if (location.pathname === path) {
    document.addEventListener('input', ({ target }) =>
      (target as Element).closest('main form')?.setAttribute('data-typed', ''),
    )
    document.addEventListener('visibilitychange', follow)
    follow()
  }
}
