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
import type { Finding } from '../../polls/records/finding.ts'
import { findingText } from '../../polls/records/finding-words.ts'
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
  const head = given(call, 'head')
  const kept = head === null ? null : await textAt(head)
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
  const document = await documentAt(path)
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
  throw new Halt(
    `${path} is not the record of a poll: see "${read.wrong}" in it. You can download it from the closed poll's page.`,
  )
}

async function receiptAt(path: string | null): Promise<OwnReceipt | null> {
  if (path === null) return null
  const receipt = readReceipt(await documentAt(path))
  if (receipt !== null) return receipt
  throw new Halt(`${path} is not a receipt saved after voting.`)
}

async function entryAt(path: string | null): Promise<OwnRollEntry | null> {
  if (path === null) return null
  const entry = readRollEntry(await documentAt(path))
  if (entry !== null) return entry
  throw new Halt(`${path} is not an entry in a list of voters from a closed poll's page.`)
}

async function documentAt(path: string): Promise<unknown> {
  const text = await textAt(path)
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw new Halt(`${path} is not JSON: it is incomplete, damaged, or not the right file.`)
  }
}

async function textAt(path: string): Promise<string> {
  const size = (await stat(path).catch(() => null))?.size ?? 0
  if (size > MAX_MEGABYTES * MEGABYTE) throw new Halt(`${path} is larger than ${MAX_MEGABYTES} MB.`)
  return textOf(path)
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
  print(shown(`${manifest.title} (${manifest.poll}): ${ballots.length} ballots\n`))
  for (const finding of findings) {
    print(`${SIGNS[finding.state]} ${t(`verify_check.${finding.check}`)}`)
    for (const text of findingText(finding)) printBelow(shown(text))
  }
}

function asJson({ manifest }: PollRecord, findings: Finding[]): object {
  return {
    poll: { key: manifest.poll, title: manifest.title, closing: manifest.closing },
    right: findings.every(({ state }) => state !== 'failed'),
    checks: findings.map((finding) => ({
      check: finding.check,
      state: finding.state,
      faults: finding.faults,
      text: findingText(finding).join(' '),
    })),
  }
}
