import { createHash, createPublicKey, verify } from 'node:crypto'
import { checkResult } from './independent-decision.ts'

/**
 * A second checker of poll records, written from docs/checking.md without code of the program: both must
 * agree.
 */

// biome-ignore lint/suspicious/noExplicitAny: it reads files of unknown content.
type Any = any

const H = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(typeof part === 'string' ? Buffer.from(part.normalize('NFC')) : part)
  return hash.digest()
}
const fromHex = (text: string) => Buffer.from(text, 'hex')

/** RFC 8785, for the values in records. */
function canonical(value: Any): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object')
    return JSON.stringify(typeof value === 'string' ? value.normalize('NFC') : value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** RFC 6962: the largest power of two below the size goes to the left. */
function rootOf(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return H()
  if (leaves.length === 1) return H(Buffer.of(0), leaves[0] as Buffer)
  let left = 1
  while (left * 2 < leaves.length) left *= 2
  return H(Buffer.of(1), rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left)))
}

function isSigned(key: string, message: Buffer, signature: Buffer): boolean {
  const bytes = Buffer.from(key.split('+').slice(2).join('+'), 'base64')
  if (bytes.length !== 33) return false
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') }
  return verify(null, message, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

const tagged = (tag: string, ...parts: Buffer[]) => Buffer.concat([Buffer.from(`${tag}\0`), ...parts])

function commitment(m: Buffer, choices: Any, b: Buffer): Buffer {
  const text = Buffer.from(canonical(choices))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return H(tagged('folkmoot-ballot-v1', m, length, text, b))
}

function leafOf(m: Buffer, ballot: Any): Buffer {
  if ('c' in ballot) return fromHex(ballot.c)
  const { voter: _, reason: __, cast_at: ___, ...row } = ballot
  return H(tagged('folkmoot-row-v1', m, Buffer.from(canonical(row))))
}

/** The problems of a record, of a receipt, and of a person's own entry in the list of voters. */
export function checkIndependently(record: Any, own: { receipt?: Any; entry?: Any } = {}): string[] {
  const wrong: string[] = []
  const check = (name: string, right: boolean) => void (right || wrong.push(name))
  const { manifest, ballots, roll, totals, head: note } = record
  const m = H(canonical(manifest))
  const end = (note ?? '').lastIndexOf('\n\n')
  const text = (note ?? '').slice(0, end + 1)
  const [origin, number, root, ...lines] = text.split('\n')
  const said = Object.fromEntries(lines.map((line: string) => line.split(' ')))
  const signature = Buffer.from((note ?? '').trim().split(' ').at(-1) ?? '', 'base64').subarray(4)
  check('head signature', isSigned(record.key ?? '', Buffer.from(text), signature))
  const of_manifest = Buffer.from(record.manifest_signature ?? '', 'base64')
  check('manifest signature', isSigned(record.key ?? '', tagged('folkmoot-manifest-v1', m), of_manifest))
  check('manifest', said['m'] === m.toString('hex'))
  check('origin', origin === `${(record.key ?? '').split('+')[0]}/p/${manifest.poll}/${manifest.closing}`)
  checkBallots(check, { m, ballots })
  const leaves: Buffer[] = ballots.map((ballot: Any) => leafOf(m, ballot))
  check(
    'order',
    leaves.every((leaf, at) => at === 0 || Buffer.compare(leaves[at - 1] as Buffer, leaf) < 0),
  )
  check('number', Number(number) === ballots.length)
  check('root', root === rootOf(leaves).toString('base64'))
  const entries = roll.map(({ entry }: Any) => fromHex(entry)).sort(Buffer.compare)
  const voted = roll.filter((one: Any) => one.voted).length
  check('roll', said['roll'] === rootOf(entries).toString('hex'))
  check('eligible', Number(said['eligible']) === roll.length)
  check('voted', Number(said['voted']) === voted && voted === ballots.length)
  check('cast count', totals.cast_count === ballots.length)
  wrong.push(...checkResult(record))
  checkOwn(check, { ...own, record, m })
  return [...new Set(wrong)]
}

type Check = (name: string, right: boolean) => void

function checkBallots(check: Check, { m, ballots }: { m: Buffer; ballots: Any[] }): void {
  for (const { c, b, choices, voter, voter_hash, reason, reason_hash } of ballots) {
    if (c !== undefined) check('commitment', commitment(m, choices, fromHex(b)).toString('hex') === c)
    if (voter !== undefined)
      check('voter', H(fromHex(voter.salt), String(voter.id)).toString('hex') === voter_hash)
    if (reason !== undefined)
      check('reason', H(fromHex(reason.salt), reason.text).toString('hex') === reason_hash)
  }
}

function checkOwn(check: Check, { receipt, entry, record, m }: Any): void {
  if (receipt) {
    const message = tagged('folkmoot-receipt-v1', m, fromHex(receipt.c))
    check('receipt signature', isSigned(receipt.key, message, Buffer.from(receipt.signature, 'base64')))
    check(
      'receipt',
      record.ballots.some((one: Any) => one.c === receipt.c),
    )
    if (receipt.nonce) {
      const b = H(fromHex(receipt.nonce), receipt.mark ?? '')
      check('own ballot', commitment(m, receipt.choices, b).toString('hex') === receipt.c)
    }
  }
  if (entry) {
    const own = H(tagged('folkmoot-roll-v1', fromHex(entry.salt), m, Buffer.from(String(entry.person))))
    check(
      'entry',
      record.roll.some((one: Any) => one.entry === own.toString('hex')),
    )
  }
}
