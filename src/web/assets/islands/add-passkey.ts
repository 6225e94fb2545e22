// Lets the browser make a passkey, and sends it with the form, which only shows where browsers have them.
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  startRegistration,
} from '@simplewebauthn/browser'
import { optionsFrom } from '../browser/options.ts'

const form = document.querySelector<HTMLFormElement>('form#new-passkey')
const note = form?.querySelector<HTMLElement>('[role=alert]')
let busy = false

if (form && browserSupportsWebAuthn()) {
  form.hidden = false
  document.getElementById('no-passkeys')?.remove()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!busy) void add(form)
  })
}

async function add(to: HTMLFormElement): Promise<void> {
  busy = true
  if (note) note.textContent = ''
  try {
    const path = '/account/passkeys/options'
    const name = String(new FormData(to).get('name'))
    const optionsJSON = await optionsFrom<PublicKeyCredentialCreationOptionsJSON>(path, { name })
    if (optionsJSON === null) return
    const answer = await startRegistration({ optionsJSON })
    const field = to.elements.namedItem('answer')
    if (field instanceof HTMLInputElement) field.value = JSON.stringify(answer)
    to.submit()
  } catch (error) {
    const known = error instanceof Error && error.name === 'InvalidStateError'
    if (note) note.textContent = note.dataset[known ? 'known' : 'failed'] ?? ''
  } finally {
    busy = false
  }
}
