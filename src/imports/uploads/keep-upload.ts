import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../db/db.ts'
import { Malformed } from '../../errors.ts'
import { openFolder, removeFile } from './keep-files.ts'
import { beginImport, failImport, type ImportFault, keepReceived, moveImport } from './uploads-store.ts'

const MOST_UPLOAD_BYTES = 1024 ** 3
const TELL_EVERY_MS = 500
const MAX_FILE_NAME = 200

/** A file as it comes. `size`: as the browser says; null: it does not. */
export type Upload = { name: string; size: number | null; content: AsyncIterable<Buffer> }

/**
 * Stores an uploaded file, to be checked next; not while another import is under way. What is wrong with the
 * file stands in the import itself.
 */
export async function keepUpload(
  { pool }: Pick<Db, 'pool'>,
  { user_id, data_dir }: { user_id: number; data_dir: string },
  open: () => Promise<Upload | null>,
): Promise<void> {
  const stored_as = `${randomUUID()}.upload`
  const { upload, broken } = await opened(open)
  const { name, size } = upload ?? { name: '', size: null }
  const file_name = [...name.toWellFormed().replace(/\p{Cc}/gu, '')].slice(0, MAX_FILE_NAME).join('')
  const id = await beginImport(pool, { made_by: user_id, file_name, stored_as, size })
  if (id === null) return
  const received = { id, received: 0 }
  const timer = setInterval(() => void keepReceived(pool, received).catch(() => undefined), TELL_EVERY_MS)
  try {
    if (upload === null) return await failImport(pool, { id, fault: broken ? 'upload' : 'no_file' })
    if (size !== null && size > MOST_UPLOAD_BYTES) throw new TooLarge()
    const folder = await openFolder(data_dir)
    const count = (bytes: number) => {
      received.received += bytes
    }
    await pipeline(
      counted(upload.content, count),
      createWriteStream(join(folder, stored_as), { mode: 0o600, flags: 'wx' }),
    )
    await keepReceived(pool, received)
    if (received.received === 0) await give(data_dir, pool, { id, stored_as, fault: 'no_file' })
    else await moveImport(pool, { id, from: 'uploading', to: 'checking' })
  } catch (error) {
    const fault = faultOf(error)
    await give(data_dir, pool, { id, stored_as, fault: fault ?? 'upload' })
    if (fault === null) throw error
  } finally {
    clearInterval(timer)
  }
}

/** The file, if the form has one; `broken`: it cannot be read. */
async function opened(
  open: () => Promise<Upload | null>,
): Promise<{ upload: Upload | null; broken: boolean }> {
  try {
    return { upload: await open(), broken: false }
  } catch (error) {
    if (faultOf(error) === null) throw error
    return { upload: null, broken: true }
  }
}

class TooLarge extends Error {}

async function* counted(
  content: AsyncIterable<Buffer>,
  count: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    if (bytes > MOST_UPLOAD_BYTES) throw new TooLarge()
    count(chunk.length)
    yield chunk
  }
}

async function give(
  data_dir: string,
  pool: Db['pool'],
  { id, stored_as, fault }: { id: number; stored_as: string; fault: ImportFault },
): Promise<void> {
  await removeFile(data_dir, stored_as)
  await failImport(pool, { id, fault })
}

const NO_ROOM = ['ENOSPC', 'EDQUOT']
const BROKEN_OFF = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

/** Null: it is no fault of the upload. */
function faultOf(error: unknown): ImportFault | null {
  if (error instanceof TooLarge) return 'too_large'
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (NO_ROOM.includes(code)) return 'no_room'
  return error instanceof Malformed || BROKEN_OFF.includes(code) ? 'upload' : null
}
