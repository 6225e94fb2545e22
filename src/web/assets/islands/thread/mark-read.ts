// Notes how far a thread has been read: whose end has been in view for a moment, is read; at the end of the
// thread, everything. Submits the "Mark as read" form, whose button only appears if that fails.
{
  const LOOKED_AT_MS = 1500
  const read = new WeakSet<Element>()
  let before = new Set<Element>()
  let noted: number | undefined

  const isInView = (node: Element) => {
    // Forms end with hidden fields.
    const end = [...node.children].findLast((part) => part.getClientRects().length) ?? node
    const { bottom, height } = end.getBoundingClientRect()
    return height > 0 && bottom > 0 && bottom <= innerHeight
  }

  /** The number of the last item before which all are read. */
  const readTo = (form: HTMLFormElement, unread: HTMLElement[]) => {
    if (read.has(form)) return Number(form.querySelector<HTMLInputElement>('[name=last_seen]')?.value)
    const left = unread.filter((item) => !read.has(item)).map((item) => Number(item.dataset['at']) - 1)
    return Math.min(Number(form.dataset['most']), ...left)
  }

  const note = async (form: HTMLFormElement, last_seen: number) => {
    noted = last_seen
    const body = new URLSearchParams({ last_seen: String(last_seen) })
    // The response redirects to the page that is already open.
    const answer = await fetch(form.action, {
      method: 'POST',
      body,
      redirect: 'manual',
      keepalive: true,
    }).catch(() => null)
    form.style.visibility = answer?.type === 'opaqueredirect' ? 'hidden' : 'visible'
  }

  // Other scripts may renew the page in between.
  const look = () => {
    const form = document.querySelector<HTMLFormElement>('form[data-mark-read]')
    if (form === null || document.hidden) return
    if (noted === undefined) form.style.visibility = 'hidden'
    const unread = [...document.querySelectorAll<HTMLElement>('[data-at]')]
    const seen = [...unread, form].filter(isInView)
    for (const item of seen) if (before.has(item)) read.add(item)
    before = new Set(seen)
    const last_seen = readTo(form, unread)
    if (last_seen > (noted ?? Number(form.dataset['markRead']))) note(form, last_seen)
  }

  look()
  setInterval(look, LOOKED_AT_MS)
}
