import pg from 'pg'

/**
 * Why the database refused a statement that writes, so that nothing of it took effect: its disk is full, or
 * it is read-only. Null: another error. After a worse one than "ERROR" nobody knows whether a commit took
 * effect.
 */
export function refusedWrite(error: unknown): 'full' | 'read_only' | null {
  if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') return null
  if (error.code === '25006') return 'read_only'
  // When not even a file can be created, PostgreSQL sends another code.
  return error.code === '53100' || error.message.includes('No space left') ? 'full' : null
}
