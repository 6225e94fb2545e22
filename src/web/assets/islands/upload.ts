/** Shows how much of a file has been sent. Without it the page does so once it is loaded again. */
const form = document.querySelector<HTMLFormElement>('form[data-upload]')
const bar = form?.querySelector('progress') ?? null

form?.addEventListener('submit', (event) => {
  if (bar === null || !(form.querySelector<HTMLInputElement>('input[type=file]')?.files?.length ?? 0)) return
  event.preventDefault()
  const request = new XMLHttpRequest()
  bar.hidden = false
  for (const button of form.querySelectorAll('button')) button.disabled = true
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    bar.max = total
    bar.value = loaded
  })
  request.addEventListener('load', () => location.assign(request.responseURL))
  request.addEventListener('error', () => location.reload())
  request.open('POST', form.action)
  request.send(new FormData(form))
})
