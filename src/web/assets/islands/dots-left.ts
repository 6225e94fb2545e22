import { plainDigits } from '../../../text/plain-digits.ts'

// Shows how many dots are left, beside the button that casts the vote, and adds buttons to give and take one.
for (const list of document.querySelectorAll<HTMLElement>('[data-dots]')) {
  const all = Number(list.dataset['dots'])
  const { format: written } = new Intl.NumberFormat(document.documentElement.lang)
  const said = (words: string, ...what: string[]) =>
    (list.dataset[words] ?? '').replace(/\{([01])\}/g, (_, at) => what[at] ?? '')
  const fields = [...list.querySelectorAll('input')]
  const left = document.createElement('span')
  left.setAttribute('role', 'status')
  list.closest('form')?.querySelector('p:has(> [type=submit])')?.prepend(left)
  const unsure = document.querySelector<HTMLElement>('[data-no-dots]')

  const given = (field: HTMLInputElement) => Math.max(0, Math.trunc(Number(plainDigits(field.value))) || 0)
  const countLeft = () => all - fields.reduce((sum, field) => sum + given(field), 0)
  /** `to`: after an attempt to give this field another one. */
  const tell = (to?: HTMLInputElement) => {
    const rest = countLeft()
    const full = to && (given(to) === all ? 'allHere' : 'full')
    // Whether they want to cast a vote without dots is asked while there are none.
    if (unsure !== null) unsure.hidden = rest < all
    left.className = rest < 0 ? 'dots-left over' : 'dots-left'
    left.textContent = said(
      rest < 0 ? 'over' : rest === 0 ? (full ?? 'none') : 'left',
      written(Math.abs(rest)),
      written(all - rest),
    )
  }

  for (const field of fields) {
    for (const [step, sign, words] of [
      [-1, '−', 'less'],
      [1, '+', 'more'],
    ] as const) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'button plain'
      button.textContent = sign
      button.setAttribute(
        'aria-label',
        said(words, field.labels?.[0]?.querySelector('bdi')?.textContent ?? ''),
      )
      button.addEventListener('click', () => {
        if (step > 0 && countLeft() <= 0) return tell(field)
        field.value = String(Math.max(0, given(field) + step))
        field.dispatchEvent(new Event('input', { bubbles: true }))
      })
      step < 0 ? field.before(button) : field.after(button)
    }
  }
  list.addEventListener('input', () => tell())
  tell()
}
