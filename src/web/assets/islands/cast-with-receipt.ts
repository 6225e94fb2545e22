// Casts a ballot with a receipt: makes the voter's secret number here, so that the service never learns it,
// checks the receipt against the ballot as it was filled in, and asks again if the answer got lost.
import { blinding, type Choices, commitment, fromHex, hex } from '@folkmoot/check'
import { sha256 } from '@noble/hashes/sha2.js'
import { plainDigits } from '../../../text/plain-digits.ts'

const NONCE_BYTES = 32

type Secret = { nonce: string; mark: string; choices: Choices; c: string; m: string }
const GONE = 404
const BROKEN = 500

type Sent = { form: HTMLFormElement; secret: Secret; body: URLSearchParams }

const fields = document.querySelector<HTMLElement>('[data-receipt]')
const form = fields?.closest('form')
if (fields !== null && form) form.addEventListener('submit', (event) => cast(event, form, fields))

function cast(event: SubmitEvent, form: HTMLFormElement, fields: HTMLElement): void {
  event.preventDefault()
  if (form.ariaBusy === 'true') return
  form.ariaBusy = 'true'
  void send(prepared(form, fields))
}

/** The form with the hash of a new secret number and the words instead of the words. */
function prepared(form: HTMLFormElement, fields: HTMLElement): Sent {
  const data = new FormData(form)
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const mark = String(data.get('mark') ?? '')
    .trim()
    .normalize('NFC')
  const m = fields.dataset['receipt'] ?? ''
  const choices = choicesIn(data, form)
  const b = blinding(sha256, nonce, mark)
  const c = hex(commitment(sha256, fromHex(m) ?? new Uint8Array(), { choices, b }))
  data.delete('mark')
  data.set('b', hex(b))
  const body = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]))
  return { form, secret: { nonce: hex(nonce), mark, choices, c, m }, body }
}

/** The answers as they are published: [slot, number], by slot. */
function choicesIn(data: FormData, form: HTMLFormElement): Choices {
  const zeros = form.querySelector('[data-zeros]') !== null
  const chosen = data.getAll('choice').map((slot): [number, number] => [Number(slot), 1])
  const numbered = [...data].flatMap(([name, value]): [number, number][] => {
    const slot = /^s(\d+)$/.exec(name)?.[1]
    const text = plainDigits(String(value))
    return slot === undefined || text === '' || (Number(text) === 0 && !zeros)
      ? []
      : [[Number(slot), Number(text)]]
  })
  return [...chosen, ...numbered].sort(([one], [other]) => one - other)
}

async function send(sent: Sent): Promise<void> {
  try {
    const answer = await fetch(sent.form.action, { method: 'POST', body: sent.body })
    // A proxy may say so after the vote arrived.
    if (answer.status >= BROKEN) return lost(sent)
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const main = page.querySelector('main')
    const part = main?.querySelector<HTMLElement>('#receipt') ?? null
    if (main === null || part === null) await plainly(sent, answer)
    else show(sent, part, () => document.querySelector('main')?.replaceWith(document.adoptNode(main)))
  } catch {
    lost(sent)
  }
}

/** There is no receipt: the ballot has faults, or it was cast before, perhaps by this page. */
async function plainly(sent: Sent, answer: Response): Promise<void> {
  if (!answer.ok) return sent.form.submit()
  const asked = await askedFor(sent)
  if (asked.ok) found(sent, await asked.text())
  else location.assign(answer.url)
}

/** The receipt, with the file that has the voter's own number and words; `put` puts it on the page. */
function show({ secret }: Sent, part: HTMLElement, put: () => void): void {
  const given = JSON.parse(part.dataset['given'] ?? 'null')
  const address = location.origin + location.pathname.replace(/\/ballot$/, '')
  const { nonce, mark, choices, c, m } = secret
  const file = JSON.stringify({ ...(given ?? { c }), choices, nonce, mark, poll: address }, null, 2)
  const link = part.querySelector<HTMLAnchorElement>('[data-file]')
  if (link !== null) link.href = URL.createObjectURL(new Blob([file], { type: 'application/json' }))
  for (const text of part.querySelectorAll('[data-own]')) text.textContent = file
  part.querySelector('[data-print]')?.addEventListener('click', () => print())
  if (given !== null && (given.c !== c || given.m !== m)) part.prepend(copyOf('[data-other]'))
  put()
  part.focus()
  if (link !== null) guard(part)
}

/** The browser asks before someone leaves a receipt that they have neither saved nor printed. */
function guard(part: HTMLElement): void {
  const asks = (event: BeforeUnloadEvent) => event.preventDefault()
  addEventListener('beforeunload', asks)
  part.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-file], [data-print], [data-done]') !== null)
      removeEventListener('beforeunload', asks)
  })
}

/** Nobody knows whether the vote arrived: the button asks, and casts again only if it did not. */
function lost(sent: Sent): void {
  sent.form.parentElement?.querySelector('[role=alert]')?.remove()
  const note = copyOf('[data-lost]')
  const button = note.querySelector('button')
  button?.addEventListener('click', () => void ask(sent), { once: true })
  sent.form.before(note)
  button?.focus()
}

function askedFor({ form, secret }: Sent): Promise<Response> {
  const path = new URL(form.action).pathname.replace(/ballot$/, 'receipt')
  const body = new URLSearchParams({ c: secret.c })
  return fetch(path, { method: 'POST', body, credentials: 'omit' })
}

async function ask(sent: Sent): Promise<void> {
  try {
    const answer = await askedFor(sent)
    if (answer.status === GONE) return await send(sent)
    if (answer.ok) found(sent, await answer.text())
    else lost(sent)
  } catch {
    lost(sent)
  }
}

/** The receipt that was asked for, in the place of the ballot. */
function found(sent: Sent, text: string): void {
  const part = copyOf('[data-found]')
  part.dataset['given'] = text
  show(sent, part, () => (sent.form.closest('section') ?? sent.form).replaceWith(part))
}

function copyOf(template: string): HTMLElement {
  const source = document.querySelector<HTMLTemplateElement>(`template${template}`)
  const copy = source?.content.firstElementChild?.cloneNode(true)
  return copy instanceof HTMLElement ? copy : document.createElement('p')
}
