import { stat } from 'node:fs/promises'
import {
  type OwnReceipt,
  type OwnRollEntry,
  type PollRecord,
  readReceipt,
  readRecord,
  readRollEntry,
  readVerifierKey,
  type Signer,
} from '@folkmoot/check'
import { sha256 } from '../../db/keys/sha256.ts'
import { verifySignature } from '../../db/keys/signing-key.ts'
import { Halt } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { checkRecord } from '../../polls/records/check-record.ts'
import { type FileKind, fileKind } from '../../polls/records/file-kind.ts'
import type { Finding } from '../../polls/records/finding.ts'
import { findingText } from '../../polls/records/finding-words.ts'
import { verdictsOf } from '../../polls/records/verdict.ts'
import { count } from '../../text/counted.ts'
import { plainDigits } from '../../text/plain-digits.ts'
import { allGiven, type Call, given } from '../args/command.ts'
import { textOf } from '../files.ts'
import { print, printBelow, printJson, shown } from '../print.ts'
import { withProgress } from '../progress.ts'

/** A million named ballots with reasons of usual length. */
const MAX_MEGABYTES = 400
const MEGABYTE = 1_000_000

/** `verify`: checks the record of a closed poll; fails if anything in it is wrong. */
export async function runVerify(call: Call): Promise<void> {
  const path = call.operands[0] ?? ''
  const record = await recordAt(path)
  const keys = (await Promise.all(allGiven(call, 'key').map(keysIn))).flat()
  const receipt = await receiptAt(given(call, 'receipt'))
  const entry = await entryAt(given(call, 'entry'))
  const kept = await keptAt(given(call, 'head'))
  const findings = await withProgress(call, 'Checking', async (progress) =>
    checkRecord({ sha256, verify: verifySignature }, { record, keys, kept, receipt, entry, progress }),
  )
  const failed = findings.filter(({ state }) => state === 'failed')
  if (call.switches.has('json')) printJson(asJson(record, findings))
  else printFindings(record, findings)
  if (failed.length > 0)
    throw new Halt(
      failed.length === 1 ? '1 check failed.' : `${failed.length} of ${findings.length} checks failed.`,
    )
}

async function recordAt(path: string): Promise<PollRecord> {
  const text = await textAt(path)
  const document = documentIn(path, text)
  const read = readRecord(document)
  if ('record' in read) return read.record
  if ('version' in read)
    throw new Halt(
      `${path} is a record in the format "${shown(read.version.slice(0, 40))}", which this program does not know. Use a newer version of Folkmoot.`,
    )
  if (read.wrong === 'format' && (document as { format?: unknown } | null)?.format === 'folkmoot-ballots')
    throw new Halt(
      `${path} is an export of a poll's ballots, which "recount" recounts. "verify" needs the record from the closed poll's page.`,
    )
  const misplaced = placeOf(text, 'record')
  throw new Halt(
    `${path} is not the record of a poll: ${misplaced ?? `see "${read.wrong}" in it`}. You can download it from the closed poll's page.`,
  )
}

async function receiptAt(path: string | null): Promise<OwnReceipt | null> {
  return ownAt(path, { kind: 'receipt', read: readReceipt, name: 'a receipt saved after voting' })
}

async function entryAt(path: string | null): Promise<OwnRollEntry | null> {
  const name = "an entry in a list of voters from a closed poll's page"
  return ownAt(path, { kind: 'entry', read: readRollEntry, name })
}

async function keptAt(path: string | null): Promise<string | null> {
  if (path === null) return null
  const text = await textAt(path)
  const misplaced = placeOf(text, 'kept')
  if (misplaced !== null) throw new Halt(`${path} is not a signed result: ${misplaced}.`)
  return text
}

type Own<T> = { kind: FileKind; read: (document: unknown) => T | null; name: string }

async function ownAt<T>(path: string | null, { kind, read, name }: Own<T>): Promise<T | null> {
  if (path === null) return null
  const text = await textAt(path)
  const own = read(documentIn(path, text))
  if (own !== null) return own
  const misplaced = placeOf(text, kind)
  throw new Halt(`${path} is not ${name}${misplaced === null ? '' : `: ${misplaced}`}.`)
}

const PLACES: Record<FileKind, string> = {
  record: 'it is the record of a poll, which is given without an option',
  receipt: 'it is a receipt, which is given with --receipt',
  entry: 'it is an entry in a list of voters, which is given with --entry',
  kept: 'it is a signed result, which is given with --head',
}

/** Where a file belongs that was given in the place of another kind. Null: it is of this kind or unknown. */
function placeOf(text: string, asked: FileKind): string | null {
  const kind = fileKind(text)
  return kind === null || kind === asked ? null : PLACES[kind]
}

function documentIn(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const kind = fileKind(text)
    if (kind === 'kept') throw new Halt(`${path} is not JSON: ${PLACES.kept}.`)
    throw new Halt(`${path} is not JSON: it is incomplete, damaged, or not the right file.`)
  }
}

async function textAt(path: string): Promise<string> {
  const size = (await stat(path).catch(() => null))?.size ?? 0
  if (size > MAX_MEGABYTES * MEGABYTE) throw new Halt(`${path} is larger than ${MAX_MEGABYTES} MB.`)
  return (await textOf(path)).replace(/^\ufeff/, '')
}

/** A key, or the keys in a file: one in each line, as /.well-known/folkmoot-key has them. */
async function keysIn(text: string): Promise<Signer[]> {
  const key = keyIn(text)
  if (key !== null) return [key]
  const lines = (await textAt(text)).split('\n').filter((line) => line.trim() !== '')
  const keys = lines.map(keyIn)
  if (keys.length === 0 || keys.includes(null))
    throw new Halt(
      `--key: ${text} is neither a key nor a file with keys, such as "moot.example.org+1a2b3c4d+AX…".`,
    )
  return keys.filter((one) => one !== null)
}

/** A key copied from a mail in Arabic has marks around it. */
const keyIn = (text: string) => readVerifierKey(sha256, plainDigits(text))

const SIGNS = { passed: '✓', failed: '✗', skipped: '–' }

function printFindings({ manifest, ballots }: PollRecord, findings: Finding[]): void {
  print(shown(`${manifest.title} (${manifest.poll}): ${count(ballots.length, 'ballot')}\n`))
  for (const finding of findings) {
    print(`${SIGNS[finding.state]} ${t(`verify_check.${finding.check}`)}`)
    for (const text of findingText(finding)) printBelow(shown(text))
  }
  print('')
  for (const { verdict, right } of verdictsOf(findings))
    print(`${right ? SIGNS.passed : SIGNS.failed} ${t(`verify_verdict.${verdict}`)}`)
}

function asJson({ manifest }: PollRecord, findings: Finding[]): object {
  return {
    poll: { key: manifest.poll, title: manifest.title, closing: manifest.closing },
    right: findings.every(({ state }) => state !== 'failed'),
    verdicts: verdictsOf(findings),
    checks: findings.map((finding) => ({
      check: finding.check,
      state: finding.state,
      faults: finding.faults,
      text: findingText(finding).join(' '),
    })),
  }
}
