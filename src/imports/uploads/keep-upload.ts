import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '../../db/db.ts'
import { Invalid, Malformed, problem } from '../../errors.ts'
import { loadInstanceAdmin } from '../../groups/service/load-instance-admin.ts'
import { openFolder, removeFile } from './keep-files.ts'
import {
  beginImport,
  cutImport,
  endReceiving,
  failImport,
  type ImportFault,
  keepReceived,
} from './uploads-store.ts'

const MOST_UPLOAD_BYTES = 1024 ** 3
const TELL_EVERY_MS = 500
const MAX_FILE_NAME = 200

/** A file as it comes. `size`: as the browser says; null: it does not. */
export type Upload = { name: string; size: number | null; content: AsyncIterable<Buffer> }

/**
 * Stores an uploaded file, to be checked next. What is wrong with the file stands in the import itself.
 * False: another import is under way, so that the file was not read. Invalid: no file was chosen.
 */
export async function keepUpload(
  { pool }: Pick<Db, 'pool'>,
  { user_id, data_dir }: { user_id: number; data_dir: string },
  open: () => Promise<Upload | null>,
): Promise<boolean> {
  const stored_as = `${randomUUID()}.upload`
  const { upload, broken } = await opened(open)
  if (upload === null && !broken) throw new Invalid([problem('file', 'missing')])
  const { name, size } = upload ?? { name: '', size: null }
  const file_name = [...name.toWellFormed().replace(/\p{Cc}/gu, '')].slice(0, MAX_FILE_NAME).join('')
  const id = await beginImport(pool, { made_by: user_id, file_name, stored_as, size })
  if (id === null) return false
  try {
    if (upload === null) throw new Unusable('upload')
    await receive({ pool }, data_dir, { id, user_id, stored_as, upload })
  } catch (error) {
    const fault = faultOf(error)
    await removeFile(data_dir, stored_as)
    await failImport(pool, { id, fault: fault ?? 'upload' })
    if (fault === null) throw error
  }
  return true
}

type Receiving = { id: number; user_id: number; stored_as: string; upload: Upload }

async function receive(
  { pool }: Pick<Db, 'pool'>,
  data_dir: string,
  { id, user_id, stored_as, upload: { size, content } }: Receiving,
): Promise<void> {
  const at = { received: 0, cancelled: false }
  const tell = async () => {
    at.cancelled = !(await keepReceived(pool, { id, received: at.received }))
  }
  const timer = setInterval(() => void tell().catch(() => undefined), TELL_EVERY_MS)
  try {
    if (size !== null && size > MOST_UPLOAD_BYTES) throw new Unusable('too_large')
    const folder = await openFolder(data_dir)
    const file = createWriteStream(join(folder, stored_as), { mode: 0o600, flags: 'wx' })
    await pipeline(counted(content, at), file)
    await tell()
    if (at.received === 0) throw new Unusable('no_file')
    // They may have lost the right meanwhile.
    if ((await loadInstanceAdmin(pool, user_id)) && (await endReceiving(pool, id))) return
    await cutImport(pool, id)
    await removeFile(data_dir, stored_as)
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

class Unusable extends Error {
  readonly fault: ImportFault
  constructor(fault: ImportFault) {
    super(fault)
    this.fault = fault
  }
}

/** Ends when somebody cancels the import. */
async function* counted(
  content: AsyncIterable<Buffer>,
  at: { received: number; cancelled: boolean },
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    at.received += chunk.length
    if (at.received > MOST_UPLOAD_BYTES) throw new Unusable('too_large')
    if (at.cancelled) return
    yield chunk
  }
}

const NO_ROOM = ['ENOSPC', 'EDQUOT']
const BROKEN_OFF = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']

/** Null: it is no fault of the upload. */
function faultOf(error: unknown): ImportFault | null {
  if (error instanceof Unusable) return error.fault
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (NO_ROOM.includes(code)) return 'no_room'
  return error instanceof Malformed || BROKEN_OFF.includes(code) ? 'upload' : null
}
