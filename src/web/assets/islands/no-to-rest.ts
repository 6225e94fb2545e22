// Adds a button to a meeting's ballot that answers no for every time without an answer.
for (const days of document.querySelectorAll<HTMLElement>('[data-rest]')) {
  const times = [...days.querySelectorAll('fieldset')]
  const open = () => times.filter((time) => time.querySelector(':checked') === null)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button plain'
  button.textContent = days.dataset['rest'] ?? ''
  const said = document.createElement('span')
  said.setAttribute('role', 'status')
  said.className = 'small quiet'
  const row = document.createElement('p')
  row.className = 'row'
  row.append(button, said)
  days.after(row)

  const told = (what: string, number: number) => (days.dataset[what] ?? '').replace('{0}', String(number))
  const count = (words: string) => {
    const left = open().length
    // A disabled button would lose the focus.
    button.setAttribute('aria-disabled', String(left === 0))
    said.textContent = words || (left === 0 ? '' : told('open', left))
  }
  button.addEventListener('click', () => {
    const rest = open()
    if (rest.length === 0) return
    for (const time of rest) {
      const no = time.querySelector<HTMLInputElement>('[value="0"]')
      if (no !== null) no.checked = true
    }
    days.dispatchEvent(new Event('input', { bubbles: true }))
    count(told('no', rest.length))
  })
  days.addEventListener('change', () => count(''))
  // Another script restores drafts.
  days.closest('form')?.addEventListener('input', ({ target }) => target !== days && count(''))
  count('')
}
