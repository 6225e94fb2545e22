// Keeps comments as they were sent, like the script `sent-form`: a thread has many forms, and one that was
// posted is not posted again.
{
  const EACH = '[data-once]:not([data-once=""])'
  const POSTING = 'posting'
  const postedKey = (once: string) => `posted ${once}`

  // Of a browser that blocks storage, what was posted stays in its form.
  const store = (() => {
    try {
      return sessionStorage
    } catch {
      return null
    }
  })()

  // Only after a comment was posted does its own page follow. People who go back load no new page.
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const posting = store?.getItem(POSTING) ?? null
  store?.removeItem(POSTING)
  if (posting !== null && arrival?.type === 'navigate' && location.hash.startsWith('#comment-'))
    store?.setItem(postedKey(posting), '')
  /** Forms whose text is a draft on the server. */
  const kept = new WeakSet<EventTarget>()
  addEventListener('kept', ({ target }) => target && kept.add(target), true)
  addEventListener('input', ({ target }) =>
    kept.delete((target as HTMLInputElement).form ?? target ?? window),
  )
  const isPosted = (once: string) => (store?.getItem(postedKey(once)) ?? null) !== null
  /** Whether the form may lose its text: it was a draft on the server, or is posted. */
  const isSafe = ({ once, is_kept }: { once: string; is_kept: boolean }) => is_kept || isPosted(once)

  for (const token of document.querySelectorAll<HTMLInputElement>(EACH)) {
    const { form } = token
    const sent = history.state?.[token.dataset['once'] ?? '']
    if (form === null || sent === undefined) continue
    token.value = sent.once
    // Some browsers restore what was typed only now. What was refused is a draft, or stays here.
    addEventListener('pageshow', () => {
      const field = form.querySelector('textarea')
      if (isSafe(sent) && field?.defaultValue === '' && field.value === sent.posted) form.reset()
    })
  }

  document.addEventListener('submit', ({ target, submitter }) => {
    const form = target as HTMLFormElement
    const token = form.querySelector<HTMLInputElement>(EACH)
    if (token === null) return
    const previews = (submitter as HTMLButtonElement | null)?.value === 'preview'
    const posted = previews ? null : form.querySelector('textarea')?.value
    if (!previews) store?.setItem(POSTING, token.value)
    const sent = { once: token.value, posted, is_kept: kept.has(form) }
    history.replaceState({ ...history.state, [token.dataset['once'] ?? '']: sent }, '')
  })

  // What is written in the form of a comment that was posted is another one.
  const newToken = () =>
    [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  document.addEventListener('input', ({ target }) => {
    const token = (target as HTMLInputElement).form?.querySelector<HTMLInputElement>(EACH)
    if (token && isPosted(token.value)) token.value = newToken()
  })

  // What was begun by a personal link, before its author signed in. Few have such a thing.
  const form = document.querySelector<HTMLFormElement>('.comment-form[data-keep]')
  const begun = form && `draft ${new URL(form.action).pathname} `
  const { kept: script = '' } = document.querySelector<HTMLElement>('[data-kept]')?.dataset ?? {}
  if (begun && store !== null && Object.keys(localStorage).some((key) => key.startsWith(begun)))
    void import(script)
}
