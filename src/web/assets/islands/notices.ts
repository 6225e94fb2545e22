// Turns notifications in this browser on and off. It asks for the permission only when the button is pressed.
{
  const part = document.querySelector<HTMLElement>('[data-push]')
  const find = <E extends HTMLElement>(name: string) => part?.querySelector<E>(`[data-push-${name}]`) ?? null
  const show = (name: string, shown: boolean) => {
    const found = find(name)
    if (found !== null) found.hidden = !shown
  }
  const isAble = isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window

  /** The key of the service as browsers take it. */
  const keyOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

  const subscription = async () => (await navigator.serviceWorker.ready).pushManager.getSubscription()

  const look = async () => {
    if (!isAble || part === null) return
    const isOn =
      find('off') !== null && Notification.permission === 'granted' && (await subscription()) !== null
    show('unable', false)
    show('blocked', Notification.permission === 'denied')
    show('on', !isOn && Notification.permission !== 'denied')
    show('off', isOn)
  }

  const turnOn = async (form: HTMLFormElement) => {
    if ((await Notification.requestPermission()) !== 'granted') return look()
    const { pushManager } = await navigator.serviceWorker.ready
    // An earlier one may be someone else's.
    await (await subscription())?.unsubscribe()
    const made = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: keyOf(part?.dataset['push'] ?? ''),
    })
    const { endpoint = '', keys = {} } = made.toJSON()
    for (const [name, text] of Object.entries({ ...keys, endpoint })) {
      const field = form.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = text
    }
  }

  /** Sends the form afterwards, even if this fails: the service reports the result. */
  const before = (name: string, run: (form: HTMLFormElement) => Promise<unknown>) =>
    find<HTMLFormElement>(name)?.addEventListener('submit', (event) => {
      const form = event.currentTarget as HTMLFormElement
      event.preventDefault()
      void run(form)
        .catch(() => null)
        .then(() => {
          if (name === 'off' || Notification.permission === 'granted') form.submit()
        })
    })

  before('on', turnOn)
  before('off', async () => (await subscription())?.unsubscribe())
  void look()
}
