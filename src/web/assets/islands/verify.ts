// Checks the record of a poll in the browser. The page may have been saved: nothing here needs a network.
import {
  fingerprint,
  manifestHash,
  type OwnReceipt,
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
import { type FileKind, fileKind } from '../../../polls/records/file-kind.ts'
import type { Finding } from '../../../polls/records/finding.ts'
import { verdictsOf } from '../../../polls/records/verdict.ts'
import { plainDigits } from '../../../text/plain-digits.ts'
import { typedReceipt } from '../browser/typed-receipt.ts'

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
  void shown().then((parts) => findings?.replaceChildren(...parts))
})

/** What the check found; if files are not what is asked for, a sentence about each of them. */
async function shown(): Promise<Node[]> {
  const read = [recordIn(), keptIn(), receiptIn(), ownIn('entry', readRollEntry), keysIn()] as const
  const failures = (await Promise.allSettled(read)).flatMap((one) =>
    one.status === 'rejected' ? [one.reason] : [],
  )
  const unforeseen = failures.find((failure) => !(failure instanceof Wrong))
  if (unforeseen !== undefined) throw unforeseen
  if (failures.length > 0) return failures.map(({ message }) => note('bad', message))
  const [record, kept, receipt, entry, keys] = await Promise.all(read)
  const progress = () => undefined
  const found = checkRecord({ sha256, verify }, { record, keys, kept, receipt, entry, progress })
  return [
    element('h2', record.manifest.title),
    element(
      'p',
      say('result.check_fingerprint', { code: fingerprint(manifestHash(sha256, record.manifest)) }),
    ),
    element('p', say('result.check_about')),
    ...verdictsOf(found).map(({ verdict, right }) =>
      note(right ? 'good' : 'bad', say(`verify_verdict.${verdict}`)),
    ),
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
  const { file, text } = (await textIn('record')) ?? { file: '', text: '' }
  const found = readRecord(documentIn('record', file, text))
  if ('record' in found) return found.record
  if ('version' in found) throw new Wrong(say('verify_page.other_version', { file, version: found.version }))
  if (found.wrong === 'format') throw misplaced('record', file, text)
  throw new Wrong(say('verify_page.damaged', { file, place: found.wrong }))
}

async function keptIn(): Promise<string | null> {
  const read = await textIn('kept')
  if (read === null) return null
  const kind = fileKind(read.text)
  if (kind !== null && kind !== 'kept') throw misplaced('kept', read.file, read.text)
  return read.text
}

/** The receipt in a file or, from paper, as text. */
async function receiptIn(): Promise<OwnReceipt | null> {
  const { value } = document.getElementById('receipt_text') as HTMLTextAreaElement
  if (value.trim() === '') return ownIn('receipt', readReceipt)
  if ((await textIn('receipt')) !== null) throw new Wrong(say('verify_page.text_both'))
  const receipt = typedReceipt(value)
  if (receipt === null) throw new Wrong(say('verify_page.text_wrong'))
  return receipt
}

async function ownIn<T>(field: FileKind, read: (document: unknown) => T | null): Promise<T | null> {
  const given = await textIn(field)
  if (given === null) return null
  const found = read(documentIn(field, given.file, given.text))
  if (found === null) throw misplaced(field, given.file, given.text)
  return found
}

function documentIn(field: FileKind, file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    if (fileKind(text) !== null) throw misplaced(field, file, text)
    throw new Wrong(say('verify_page.not_json', { file }))
  }
}

/** A file in a field for another one: people mix them up. */
function misplaced(field: FileKind, file: string, text: string): Wrong {
  const kind = fileKind(text)
  if (kind === field) return new Wrong(say('verify_page.not_json', { file }))
  if (kind === null) return new Wrong(say('verify_page.not_it', { file, field: labelOf(field) }))
  return new Wrong(say('verify_page.belongs', { file, field: labelOf(kind) }))
}

const labelOf = (field: FileKind): string =>
  document.querySelector(`label[for=${field}]`)?.textContent ?? field

async function textIn(field: FileKind): Promise<{ file: string; text: string } | null> {
  const [file] = (document.getElementById(field) as HTMLInputElement).files ?? []
  if (file === undefined) return null
  if (file.size > MOST_BYTES) throw new Wrong(say('verify_page.too_large', { file: file.name }))
  return { file: file.name, text: await file.text() }
}

async function keysIn(): Promise<Signer[]> {
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
