// Offers to sign in with a passkey: by a button, and among what the browser proposes for the address field.
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
} from '@simplewebauthn/browser'
import { optionsFrom } from '../browser/options.ts'

const OPTIONS = '/sign-in/passkey/options'
/** Shorter than the service waits for an answer. */
const FRESH_MS = 4 * 60_000

const form = document.querySelector<HTMLFormElement>('form#passkey')
const note = form?.querySelector<HTMLElement>('[role=alert]')
let asked = 0

if (form && browserSupportsWebAuthn()) {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void signIn(form, false)
  })
  // Where one was just refused, the browser must not take it again by itself.
  if (form.dataset['propose'] === 'true') void propose(form)
}

/** `autofill`: the browser proposes it, and reports nothing if nobody chooses it. */
async function signIn(to: HTMLFormElement, autofill: boolean): Promise<void> {
  asked += 1
  const own = asked
  if (note && !autofill) note.textContent = ''
  try {
    const optionsJSON = await optionsFrom<PublicKeyCredentialRequestOptionsJSON>(OPTIONS)
    if (optionsJSON === null || own !== asked) return
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })
    const field = to.elements.namedItem('answer')
    if (field instanceof HTMLInputElement) field.value = JSON.stringify(answer)
    to.submit()
  } catch {
    // Something later replaced this one.
    if (autofill || own !== asked) return
    if (note) note.textContent = note.dataset['failed'] ?? ''
    void propose(to)
  }
}

async function propose(to: HTMLFormElement): Promise<void> {
  const address = document.querySelector<HTMLInputElement>('input[name=address]')
  if (!address || !(await browserSupportsWebAuthnAutofill())) return
  address.autocomplete = 'email webauthn'
  const own = asked
  void signIn(to, true)
  // Its time must not run out while the page stays open.
  setTimeout(() => asked === own + 1 && !document.hidden && void propose(to), FRESH_MS)
}
