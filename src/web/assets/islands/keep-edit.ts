// Saves what visitors by a personal link change in a comment or a thread in this browser, until it is saved
// there: they have no drafts on the server, since others may use the link. Sign-out deletes it.
{
  type Field = HTMLInputElement | HTMLTextAreaElement
  /** `base`: what the form was shown with. */
  type Draft = { base: string; typed: Record<string, string> }

  const store = (() => {
    try {
      return localStorage
    } catch {
      return null
    }
  })()

  const base = document.querySelector<HTMLInputElement>('[name=as_shown]')
  const form = base?.form
  const fields = [...(form?.querySelectorAll<Field>('textarea, [type=text]') ?? [])]

  if (base && form) {
    const { pathname } = new URL(form.action)
    const name = `draft ${pathname} ${new FormData(form).get('shown_to')}`

    const note = document.querySelector<HTMLElement>('[data-browser-draft]')
    const tell = () => note?.removeAttribute('hidden')
    note?.querySelector('button')?.addEventListener('click', () => {
      store?.removeItem(name)
      location.assign(form.action)
    })

    const keep = () => {
      const typed = Object.fromEntries(fields.map((field) => [field.name, field.value]))
      const draft: Draft = { base: base.value, typed }
      store?.setItem(name, JSON.stringify(draft))
    }

    const restore = () => {
      const draft: Draft | null = JSON.parse(store?.getItem(name) ?? 'null')
      // What the browser has put back was typed later.
      if (draft === null || fields.some((field) => field.value !== field.defaultValue)) return
      // Whether it was saved, only the form tells: a service that did not answer leaves no page that could.
      const isStored = fields.every((field) => draft.typed[field.name] === field.value)
      if (isStored && draft.base !== base.value) return store?.removeItem(name)
      for (const field of fields) field.value = draft.typed[field.name] ?? field.value
      // So the service sees what somebody else saved in the meantime.
      base.value = draft.base
      if (!isStored) tell()
    }

    // A form that was refused is still a draft.
    if (form.querySelector('[aria-invalid]')) {
      keep()
      tell()
    } else restore()
    form.addEventListener('input', keep)
    form.addEventListener('submit', keep)
  }
}
