// Submits the "Mark as read" form once the end of the thread has been in view for a moment. Its button only
// appears if that fails.
const LOOKED_AT_MS = 1500
const marking = document.querySelector<HTMLFormElement>('form[data-mark-read]')

if (marking !== null) {
  const button = marking.querySelector('button')
  const show = (shown: boolean) => button?.style.setProperty('visibility', shown ? 'visible' : 'hidden')
  show(false)
  let waiting: ReturnType<typeof setTimeout> | undefined
  const watch = new IntersectionObserver(([entry]) => {
    clearTimeout(waiting)
    if (entry?.isIntersecting === true) waiting = setTimeout(send, LOOKED_AT_MS)
  })
  watch.observe(marking)

  const send = async () => {
    watch.disconnect()
    const body = new FormData(marking)
    // The response redirects to the page that is already open.
    const answer = await fetch(marking.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
    if (answer?.type === 'opaqueredirect') marking.hidden = true
    else show(true)
  }
}
