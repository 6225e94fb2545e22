import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import type { Act } from '../../db/db.ts'
import { bodyOf } from '../../http/credentials.ts'
import { hashToken } from '../../users/secret.ts'
import type { Exchange } from './exchange.ts'
import { tokenIn } from './once-part.tsx'
import { findSentForm, keepSentForm, waitForForm } from './sent-forms-store.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const REPEATED_MINUTES = 10

/** What a form asks for, if its fields may differ in what does not matter; by default the fields. */
export type Asks = { asks?: unknown }

/**
 * Runs a form's action once: if the same person sends the same form with the same values again, they get the
 * first result. The result must be plain data. It is stored in the transaction of the change, so that failed
 * actions are not remembered. A form without a token runs every time. Not for ballots: the stored row would
 * reveal the sender.
 */
export async function once<T>(
  { request, asks }: Pick<Exchange, 'request'> & Asks,
  { tx, actor }: Act,
  run: () => Promise<T>,
): Promise<T> {
  const { fields } = bodyOf(request)
  const token = tokenIn(fields)
  if (token === null) return run()
  const { id, key } = keysOf([actor.user_id, request.url, asks === undefined ? fields : [token, asks]])
  await waitForForm(tx, id)
  const kept = await findSentForm(tx, id)
  if (kept !== null) return decipher(kept, key)
  const made = await run()
  await keepSentForm(tx, id, encipher(made, key))
  return made
}

/**
 * What the same person has made within `REPEATED_MINUTES` by another form that asked for the same. Null:
 * nothing. Browsers without scripts that go back show a new form, with a new token, and the old text in it.
 */
export async function madeBefore<T>({ tx, actor }: Act, asks: unknown): Promise<T | null> {
  const { id, key } = keysOf([actor.user_id, asks])
  const kept = await findSentForm(tx, id, REPEATED_MINUTES)
  return kept === null ? null : decipher<T>(kept, key)
}

/** Remembers for `madeBefore` what was made. */
export async function rememberMade({ tx, actor }: Act, asks: unknown, made: unknown): Promise<void> {
  const { id, key } = keysOf([actor.user_id, asks])
  await keepSentForm(tx, id, encipher(made, key))
}

/** The id of a stored result and the key of its cipher. */
function keysOf(asked: unknown): { id: Buffer; key: Buffer } {
  const wish = JSON.stringify(asked)
  return { id: hashToken(`form ${wish}`), key: hashToken(`answer ${wish}`) }
}

function encipher(made: unknown, key: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv)
  const hidden = Buffer.concat([cipher.update(serialize(made)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), hidden])
}

function decipher<T>(kept: Buffer, key: Buffer): T {
  const start = IV_BYTES + TAG_BYTES
  const opened = createDecipheriv(CIPHER, key, kept.subarray(0, IV_BYTES))
  opened.setAuthTag(kept.subarray(IV_BYTES, start))
  return deserialize(Buffer.concat([opened.update(kept.subarray(start)), opened.final()]))
}
