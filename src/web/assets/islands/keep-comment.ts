// Saves the comments that visitors by a personal link write in this browser, until they are posted: they have
// no drafts on the server, since others may use the link. Once they sign in, what they wrote becomes a draft
// on the server.
{
  const FORM = '.comment-form'
  /** A form whose drafts are on the server. */
  const SIGNED_IN = '[data-keep]'
  /**
   * `once`: the number of the form, if it was sent to be posted; `since`: the newest comment with the same
   * text at that time; `answers`: the comment to which it replies; `typed`: fields by name.
   */
  type Draft = { once: string; since?: number; answers: string; typed: [string, string][] }

  const stores = (() => {
    try {
      return { local: localStorage, session: sessionStorage }
    } catch {
      return null
    }
  })()

  const hidden = (form: HTMLFormElement, name: string) =>
    form.querySelector<HTMLInputElement>(`[type=hidden][name=${name}]`)
  const valueIn = (form: HTMLFormElement, name: string) => hidden(form, name)?.value ?? ''
  type Field = HTMLTextAreaElement | HTMLInputElement
  const fieldsOf = (form: HTMLFormElement) => [
    ...form.querySelectorAll<Field>('textarea, input:not([type=hidden])'),
  ]
  const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox'

  /** One for each person and form: below every comment and its replies there is one. Sign-out deletes it. */
  const nameOf = (form: HTMLFormElement) => {
    const { pathname } = new URL(form.action)
    return `draft ${pathname} ${valueIn(form, 'shown_to')} ${form.closest('[id^="reply-"]')?.id ?? 'end'}`
  }

  const save = (form: HTMLFormElement, draft: Draft) =>
    stores?.local.setItem(nameOf(form), JSON.stringify(draft))

  const bodyOf = ({ typed }: Pick<Draft, 'typed'>) => typed.find(([name]) => name === 'body')?.[1] ?? ''

  /** The number of the visitor's newest comment with this text that the page shows; 0: none. */
  const newestLike = (draft: Pick<Draft, 'typed'>) => {
    const own = [...document.querySelectorAll<HTMLElement>('.said[data-text]')]
    const like = own.filter(({ dataset }) => dataset['text']?.trim() === bodyOf(draft).trim())
    return Math.max(0, ...like.map(({ id }) => Number(id.replace('comment-', ''))))
  }

  const keep = (form: HTMLFormElement, once = '') => {
    const typed = fieldsOf(form)
      .filter((field) => (isBox(field) ? field.checked : field.value.trim() !== ''))
      .map((field): [string, string] => [field.name, field.value])
    if (typed.some(([name]) => name === 'body'))
      save(form, { once, since: newestLike({ typed }), answers: valueIn(form, 'parent_id'), typed })
    else stores?.local.removeItem(nameOf(form))
  }

  const postedKey = (once: string) => `posted ${once}`
  /** Noted by the script `sent-comments` once the page that follows a posted comment is there. */
  const isPosted = (once: string) => (stores?.session.getItem(postedKey(once)) ?? null) !== null

  /** If that page was lost, another one shows the comment: notes the same. */
  const noteShown = (draft: Draft) => {
    const is_shown = draft.once !== '' && newestLike(draft) > (draft.since ?? 0)
    if (is_shown) stores?.session.setItem(postedKey(draft.once), '')
  }

  const textIn = (form: HTMLFormElement) => form.querySelector('textarea')?.defaultValue ?? ''
  /** Its page shows that it was saved there. */
  const isOnServer = (form: HTMLFormElement, draft: Draft) =>
    form.matches(SIGNED_IN) && textIn(form).trim() === bodyOf(draft).trim()

  const saved = (form: HTMLFormElement): Draft | null => {
    const draft: Draft | null = JSON.parse(stores?.local.getItem(nameOf(form)) ?? 'null')
    if (draft === null) return null
    noteShown(draft)
    if (!isPosted(draft.once) && !isOnServer(form, draft)) return draft
    stores?.local.removeItem(nameOf(form))
    return null
  }

  /** As the link for this reply would have opened the form. */
  const answer = (form: HTMLFormElement, id: string) => {
    const [field, summary] = [hidden(form, 'parent_id'), form.closest('details')?.querySelector('summary')]
    const link = document.querySelector(`#comment-${id} a[href*="answer=${id}#"]`)
    if (field === null || field.value === new URLSearchParams(location.search).get('answer')) return
    if (!summary || link === null) return
    field.value = id
    summary.textContent = link.ariaLabel
  }

  const show = (field: Element) => {
    for (let at: Element | null | undefined = field; at; at = at.parentElement?.closest('details'))
      if (at instanceof HTMLDetailsElement) at.open = true
  }

  /** Into empty fields only: what the page has, or the browser has put back, was written later. */
  const putBack = (form: HTMLFormElement, { once, answers, typed }: Draft) => {
    for (const field of fieldsOf(form)) {
      const of_field = typed.filter(([name]) => name === field.name).map(([, value]) => value)
      if (isBox(field)) field.checked ||= of_field.includes(field.value)
      else if (field.value === '') field.value = of_field[0] ?? ''
      else continue
      if (isBox(field) ? field.checked : field.value !== '') show(field)
    }
    // Another script counts the people.
    form.querySelector('.mentions :checked')?.dispatchEvent(new Event('input', { bubbles: true }))
    // If it was posted, and its page never came, it is not posted twice.
    const token = hidden(form, 'once')
    if (token !== null && once !== '') token.value = once
    answer(form, answers)
    // An update of the page leaves it alone.
    form.dataset['typed'] = ''
  }

  /** Forms of signed-in people whose text the server does not have yet: until then it is also kept here. */
  const unsaved = new Set<HTMLFormElement>()
  const isKept = (form: HTMLFormElement) => !form.matches(SIGNED_IN) || unsaved.has(form)

  const moveToServer = (form: HTMLFormElement, { once }: Draft) => {
    unsaved.add(form)
    const done = () => {
      if (unsaved.delete(form)) localStorage.removeItem(nameOf(form))
    }
    form.addEventListener('kept', done, { once: true })
    // What may have been posted is a new draft only if it is changed.
    if (once === '') form.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** A draft on the server comes first, and this one waits until that is posted. */
  const mayFill = (form: HTMLFormElement, draft: Draft) => {
    const value = form.querySelector('textarea')?.value
    if (!form.matches(SIGNED_IN)) return value === ''
    // On a reload, browsers put back what the server may not have.
    return textIn(form) === '' && (value === '' || value === bodyOf(draft)) && !unsaved.has(form)
  }

  const restore = () => {
    for (const form of document.querySelectorAll<HTMLFormElement>(FORM)) {
      const draft = saved(form)
      if (draft === null || !mayFill(form, draft)) continue
      putBack(form, draft)
      save(form, draft)
      if (form.matches(SIGNED_IN)) moveToServer(form, draft)
    }
  }

  // A form that was sent and came back is still a draft.
  for (const form of document.querySelectorAll<HTMLFormElement>(`${FORM}:not(${SIGNED_IN})`))
    if (textIn(form) !== '' && !isPosted(valueIn(form, 'once'))) keep(form)
  restore()
  // Another script may have emptied the field of a comment that was posted, which the browser put back.
  addEventListener('pageshow', restore)

  const formOf = (target: EventTarget | null) => (target as Element).closest<HTMLFormElement>(FORM)
  document.addEventListener('input', ({ target }) => {
    const form = formOf(target)
    if (form !== null && isKept(form)) keep(form)
  })
  document.addEventListener('submit', ({ target, submitter }) => {
    const form = formOf(target)
    const previews = (submitter as HTMLButtonElement | null)?.value === 'preview'
    if (form !== null && isKept(form)) keep(form, previews ? '' : valueIn(form, 'once'))
  })
}
