// Sends the "Mark as read" form by itself once the end of the thread has been in view for a moment.
const LOOKED_AT_MS = 1500
const form = document.querySelector('form[data-mark-read]')

if (form !== null) {
  let waiting = 0
  const watch = new IntersectionObserver(([entry]) => {
    clearTimeout(waiting)
    if (entry.isIntersecting) waiting = setTimeout(send, LOOKED_AT_MS)
  })
  watch.observe(form)

  const send = async () => {
    watch.disconnect()
    const body = new URLSearchParams(new FormData(form))
    // The answer leads to the page that is open already.
    const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null)
    if (answer?.type === 'opaqueredirect') form.hidden = true
  }
}
