// Checks the record of a poll in the browser. The page may have been saved: nothing here needs a network.
import {
  fingerprint,
  manifestHash,
  type PollRecord,
  readReceipt,
  readRecord,
  readRollEntry,
  readVerifierKey,
  type Signer,
} from '@folkmoot/check'
import { hashes, verify as verifyEd25519 } from '@noble/ed25519'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { checkRecord } from '../../../polls/records/check-record.ts'
import type { Finding } from '../../../polls/records/finding.ts'
import { plainDigits } from '../../../text/plain-digits.ts'

const MOST_BYTES = 100_000_000
const SIGNS = { passed: '✓', failed: '✗', skipped: '–' }

hashes.sha512 = sha512
const texts: Record<string, string> = JSON.parse(document.getElementById('texts')?.textContent ?? '{}')
const findings = document.getElementById('findings')

// The saved page is its own copy.
if (location.protocol === 'file:') document.getElementById('save')?.remove()

/** A sentence for the reader: the file is not what is asked for. */
class Wrong extends Error {}

document.getElementById('verify')?.addEventListener('submit', (event) => {
  event.preventDefault()
  findings?.replaceChildren()
  void checked().then(
    (parts) => findings?.replaceChildren(...parts),
    (error: unknown) => {
      if (!(error instanceof Wrong)) throw error
      findings?.replaceChildren(note('bad', error.message))
    },
  )
})

async function checked(): Promise<Node[]> {
  const record = await recordIn()
  const kept = await textIn('kept')
  const receipt = await readIn('receipt', readReceipt)
  const entry = await readIn('entry', readRollEntry)
  const asked = { record, keys: keysIn(), kept: kept?.text ?? null, receipt, entry }
  const found = checkRecord({ sha256, verify }, { ...asked, progress: () => undefined })
  const right = found.every(({ state }) => state !== 'failed')
  return [
    element('h2', record.manifest.title),
    element(
      'p',
      say('receipt.fingerprint', { fingerprint: fingerprint(manifestHash(sha256, record.manifest)) }),
    ),
    note(right ? 'good' : 'bad', say(right ? 'verify_page.right' : 'verify_page.wrong')),
    ...found.map(told),
  ]
}

function verify(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verifyEd25519(signature, message, key, { zip215: false })
  } catch {
    // The bytes are no signature or no key.
    return false
  }
}

async function recordIn(): Promise<PollRecord> {
  const read = await jsonIn('record')
  const found = readRecord(read?.document)
  if ('record' in found) return found.record
  const file = read?.file ?? ''
  if ('version' in found) throw new Wrong(say('verify_page.other_version', { file, version: found.version }))
  throw new Wrong(say('verify_page.not_it', { file, place: found.wrong }))
}

async function readIn<T>(field: string, read: (document: unknown) => T | null): Promise<T | null> {
  const json = await jsonIn(field)
  if (json === null) return null
  const found = read(json.document)
  if (found === null) throw new Wrong(say('verify_page.not_it', { file: json.file, place: 'format' }))
  return found
}

async function jsonIn(field: string): Promise<{ file: string; document: unknown } | null> {
  const read = await textIn(field)
  if (read === null) return null
  try {
    return { file: read.file, document: JSON.parse(read.text) }
  } catch {
    throw new Wrong(say('verify_page.not_json', { file: read.file }))
  }
}

async function textIn(field: string): Promise<{ file: string; text: string } | null> {
  const [file] = (document.getElementById(field) as HTMLInputElement).files ?? []
  if (file === undefined) return null
  if (file.size > MOST_BYTES) throw new Wrong(say('verify_page.too_large', { file: file.name }))
  return { file: file.name, text: await file.text() }
}

function keysIn(): Signer[] {
  const { value } = document.getElementById('keys') as HTMLTextAreaElement
  const lines = value.split('\n').filter((line) => line.trim() !== '')
  return lines.map((text) => {
    const key = readVerifierKey(sha256, plainDigits(text))
    if (key === null) throw new Wrong(say('verify_page.not_key', { text }))
    return key
  })
}

/** A check with its heading and what it found. */
function told({ check, state, remark, params, faults }: Finding): Node {
  const part = document.createElement('section')
  part.className = state
  part.append(element('h3', `${SIGNS[state]} ${say(`verify_check.${check}`)}`))
  if (remark !== null) part.append(element('p', say(`verify_says.${remark}`, params)))
  for (const fault of faults) part.append(element('p', say(`verify_fault.${fault.code}`, fault.params)))
  return part
}

function note(tone: 'good' | 'bad', text: string): Node {
  const part = element('p', text)
  part.className = `note ${tone}`
  return part
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function say(key: string, params: Record<string, string | number> = {}): string {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}
