// Adds a button to the ballot of a meeting that answers no for every time which has no answer yet.
for (const days of document.querySelectorAll<HTMLElement>('[data-rest]')) {
  const times = [...days.querySelectorAll('fieldset')]
  const open = () => times.filter((time) => time.querySelector(':checked') === null)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button plain'
  button.textContent = 'No to the rest'
  const said = document.createElement('span')
  said.setAttribute('role', 'status')
  said.className = 'small quiet'
  const row = document.createElement('p')
  row.className = 'row'
  row.append(button, said)
  days.after(row)

  const count = (words: string) => {
    const left = open().length
    button.disabled = left === 0
    said.textContent = words || (left === 0 ? '' : `${left} without an answer`)
  }
  button.addEventListener('click', () => {
    const rest = open()
    for (const time of rest) {
      const no = time.querySelector<HTMLInputElement>('[value="0"]')
      if (no !== null) no.checked = true
    }
    days.dispatchEvent(new Event('input', { bubbles: true }))
    count(`No for ${rest.length === 1 ? '1 time' : `${rest.length} times`}.`)
  })
  days.addEventListener('change', () => count(''))
  // Drafts are put back by another script.
  days.closest('form')?.addEventListener('input', ({ target }) => target !== days && count(''))
  count('')
}
