// Shows in an open page what the page has become, except what its reader is working on. The script `live`
// loads it at the first change, and gives it each new page by an event `renew`.
{
  const note = document.querySelector<HTMLElement>('[data-live]')
  const BALLOT = '.ballot form'
  const AT_WORK = ':focus,[data-typed],[data-held]'
  const IN_USE = `${AT_WORK},[data-live]`
  const HELD = `${IN_USE},${BALLOT},details[open]`
  const SAY_AGAIN_MS = 10_000
  const ASK_AGAIN_MS = 4_000
  let said = -SAY_AGAIN_MS
  let runs = 0

  const has = (node: Node, which: string) =>
    node instanceof Element && (node.matches(which) || node.querySelector(which) !== null)

  const nameOf = (node: Node) =>
    node instanceof Element
      ? node.id ||
        node.getAttribute('aria-labelledby') ||
        (node.matches('li') && node.querySelector('[id]')?.id) ||
        node.nodeName + node.classList[0]
      : node.nodeName

  const fieldsOf = (form: HTMLFormElement) =>
    [...form.elements].filter((one) => one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement)

  // Browsers restore form values on reload without an event.
  const isTyped = (form: HTMLFormElement) =>
    fieldsOf(form).some((field) =>
      field instanceof HTMLInputElement && /radio|checkbox/.test(field.type)
        ? field.checked !== field.defaultChecked
        : field.value !== field.defaultValue,
    )

  // The server's markup: scripts add buttons and move rows.
  const made = (form: HTMLFormElement) =>
    fieldsOf(form)
      .map((field) => [field.name, field.defaultValue, 'defaultChecked' in field && field.defaultChecked])
      .sort()
      .join('\n')

  // Words in the place of its buttons say why a form cannot be sent.
  const canBeSent = (node: ParentNode, yes: boolean) => {
    for (const button of node.querySelectorAll<HTMLButtonElement>('[type=submit]:not([hidden])')) {
      const why = button.parentElement?.querySelector<HTMLElement>('[data-over]')
      button.disabled = !yes
      button.style.opacity = yes || why ? '' : '0.4'
      button.style.display = why && !yes ? 'none' : ''
      if (why) why.hidden = yes
    }
    for (const change of node.querySelectorAll<HTMLElement>('.fold > summary > :last-child, [data-uncast]'))
      change.style.display = yes ? '' : 'none'
  }

  // Browsers do not run scripts that are inserted by an update, and skip those that already ran.
  const run = (src: string) => {
    const address = `${src}#${++runs}`
    const script = Object.assign(document.createElement('script'), {
      type: 'module',
      async: false,
      src: address,
    })
    document.head.append(script)
    script.remove()
  }

  const renewBallot = (old: HTMLFormElement, now: HTMLFormElement) => {
    if (has(old, IN_USE)) {
      canBeSent(old, true)
      old.dispatchEvent(new CustomEvent('stale', { bubbles: true, detail: now }))
    } else if (made(old) !== made(now)) {
      old.replaceWith(now)
      for (const { src } of document.querySelectorAll<HTMLScriptElement>('.ballot script')) run(src)
    }
  }

  const renew = (old: ChildNode, now: ChildNode) => {
    if (old.isEqualNode(now)) return
    if (!has(old, HELD)) old.replaceWith(now)
    else if (old instanceof HTMLFormElement && now instanceof HTMLFormElement && old.matches(BALLOT))
      renewBallot(old, now)
    else if (old instanceof HTMLFormElement) canBeSent(old, true)
    // Messages that were shown stay.
    else if (!(old as Element).matches(':focus,[data-live]')) renewInside(old, now)
  }

  // A ballot that its voter has cast, and is not changing.
  const isFolded = (node: Node) => has(node, '.fold:not([open])') && !has(node, '[data-typed],[data-held]')

  const leave = (node: ChildNode) => {
    node.remove()
    document.querySelector<HTMLElement>('.standing')?.focus()
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
      const stands = same?.isConnected === true ? same : node
      // While nobody is working here, elements may move to their new positions.
      if (!has(old, AT_WORK) && stands.previousSibling !== (last ?? null))
        old.insertBefore(stands, last === undefined ? old.firstChild : last.nextSibling)
      last = stands
    }
    for (const node of left)
      if (!has(node, IN_USE)) node.remove()
      else if (has(node, ':focus') && isFolded(node)) leave(node)
      // Typed text stays, so that it can be copied.
      else if (node instanceof Element) canBeSent(node, false)
  }

  /** Besides these parts, only forms in use stay, so that typed text can be copied. */
  const keepOnlyForms = (within: Element, parts?: Set<string>) => {
    for (const node of [...within.children]) {
      if (parts?.has(nameOf(node)) || node === note) continue
      if (node instanceof HTMLDetailsElement && has(node, IN_USE)) unfold(node)
      else if (!has(node, IN_USE)) node.remove()
      else if (!node.matches('form')) keepOnlyForms(node)
    }
    // What these words say of a vote, and whether it stays, is true only where voting closed.
    for (const words of within.querySelectorAll('button ~ [data-over]')) words.textContent = ''
  }

  /** Without a summary of their own, browsers would name the fold. */
  const unfold = (fold: HTMLDetailsElement) => {
    fold.open = true
    keepOnlyForms(fold)
    if (fold.querySelector('summary') !== null) return
    const nothing = document.createElement('summary')
    nothing.hidden = true
    fold.prepend(nothing)
  }

  /** Without the hash: after an upgrade, a script of the new version does not run beside the old one. */
  const scriptOf = (src: string) => src.replace(/-\w+\.js/, '')
  const styled = [...document.querySelectorAll('[rel=stylesheet]')]
  /** The styles of what was not on the page before: the first poll of a thread, say. */
  const addSheet = (sheet: Element) => {
    if (styled.some((one) => one.isEqualNode(sheet))) return
    styled.push(sheet)
    document.head.append(sheet)
    // Added again, it is asked for again.
    sheet.addEventListener('error', () => setTimeout(() => document.head.append(sheet), ASK_AGAIN_MS))
  }

  /** A reply that is still written in its own form stands in no other one: that stays as it is. */
  const keepReplies = (fresh: Element) => {
    for (const moved of fresh.querySelectorAll<HTMLInputElement>('[name=moved]')) {
      const reply = document.getElementById(`reply-${moved.value}`)
      const last = document.querySelector('[aria-labelledby=your-comment] form')
      if (reply && last && has(reply, AT_WORK)) moved.form?.replaceWith(last.cloneNode(true))
    }
  }

  const sourcesIn = ({ scripts }: Document) => [...scripts].map(({ src }) => src)

  /** `is_gone`: the poll or thread was deleted. */
  const show = ({ html, is_gone }: { html: string; is_gone: boolean }) => {
    const page = new DOMParser().parseFromString(html, 'text/html')
    const [main, fresh] = [document.querySelector('main'), page.querySelector('main')]
    if (main === null || fresh === null || note === null) return
    for (const form of document.querySelectorAll<HTMLFormElement>(BALLOT))
      if (isTyped(form)) form.dataset['typed'] = ''
    const [had, come] = [sourcesIn(document).map(scriptOf), sourcesIn(page)]
    const parts = new Set([...fresh.children].map(nameOf))
    for (const sheet of page.querySelectorAll('[rel=stylesheet]')) addSheet(sheet)
    keepReplies(fresh)
    renewInside(main, fresh)
    if (is_gone) keepOnlyForms(main, parts)
    note.dataset['seen'] = fresh.querySelector<HTMLElement>('[data-live]')?.dataset['seen'] ?? ''
    for (const src of come) if (!had.includes(scriptOf(src))) run(src)
    if (performance.now() - said < SAY_AGAIN_MS) return
    said = performance.now()
    note.textContent = note.dataset['updated'] ?? ''
  }

  addEventListener('renew', (event) => show((event as CustomEvent).detail))
}
