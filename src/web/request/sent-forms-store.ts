import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

const lock = sql<{ id: Buffer }>(
  'sent_forms.lock',
  `select pg_advisory_xact_lock(hashtextextended(encode(:id::bytea, 'hex'), 8))`,
)

const find = sql<{ id: Buffer; minutes: number | null }, { answer: Buffer }>(
  'sent_forms.find',
  `select answer from sent_forms
   where id = :id and (:minutes::int is null or created_at > now() - :minutes * interval '1 minute')`,
  { answer: is.bytes },
)

const keep = sql<{ id: Buffer; answer: Buffer }>(
  'sent_forms.keep',
  `insert into sent_forms (id, answer) values (:id, :answer)
   on conflict (id) do update set answer = excluded.answer, created_at = now()`,
)

/** Locks this form until the commit; waits for other transactions that process it. */
export async function waitForForm(tx: Queryable, id: Buffer): Promise<void> {
  await lock.run(tx, { id })
}

/** The encrypted result of the form if it was processed before, at most `minutes` ago; null: it was not. */
export async function findSentForm(
  tx: Queryable,
  id: Buffer,
  minutes: number | null = null,
): Promise<Buffer | null> {
  return (await find.first(tx, { id, minutes }))?.answer ?? null
}

export async function keepSentForm(tx: Queryable, id: Buffer, answer: Buffer): Promise<void> {
  await keep.run(tx, { id, answer })
}
