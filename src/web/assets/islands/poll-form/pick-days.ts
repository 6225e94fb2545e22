// In the calendar of a meeting, arrow keys move from day to day, Enter ticks a day instead of sending the
// form, and Tab leaves the calendar instead of visiting every day.
{
  const DAY = '.month [name=days]'
  const WEEK = 7

  const days = () => [...document.querySelectorAll<HTMLInputElement>(`${DAY}:enabled`)]

  /** Tab reaches one day: this one, else the first that is ticked, else the first. */
  const reach = (day?: HTMLInputElement) => {
    const all = days()
    const one = day ?? all.find(({ checked }) => checked) ?? all[0]
    for (const other of all) other.tabIndex = other === one ? 0 : -1
  }

  const dayIn = ({ target }: Event) =>
    target instanceof HTMLInputElement && target.matches(DAY) ? target : undefined

  /** How many days an arrow key moves; undefined: it is another key. */
  const stepOf = (key: string, day: Element): number | undefined => {
    const onward = getComputedStyle(day).direction === 'rtl' ? -1 : 1
    const steps = { ArrowRight: onward, ArrowLeft: -onward, ArrowDown: WEEK, ArrowUp: -WEEK }
    return steps[key as keyof typeof steps]
  }

  document.addEventListener('keydown', (event) => {
    const day = dayIn(event)
    if (day === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const step = stepOf(event.key, day)
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) return day.click()
    const all = days()
    all[all.indexOf(day) + step]?.focus()
  })
  document.addEventListener('focusin', (event) => {
    const day = dayIn(event)
    if (day !== undefined) reach(day)
  })
  document.addEventListener('swapped', () => reach())
  reach()
}
