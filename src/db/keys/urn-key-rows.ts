import { is } from '../row-types.ts'
import { sql } from '../sql.ts'
import { makePair, unwrapKey, wrapKey } from './key-pair.ts'
import { serviceSecret } from './service-secret.ts'
import type { UrnKeys } from './urn-keys.ts'

const insert = sql<{ public_key: string; wrapped: Buffer }>(
  'urn_keys.insert',
  'insert into urn_keys (public_key, wrapped) values (:public_key, :wrapped) on conflict do nothing',
)
const byName = sql<{ public_key: string }, { wrapped: Buffer }>(
  'urn_keys.by_name',
  'select wrapped from urn_keys where public_key = :public_key',
  { wrapped: is.bytes },
)
const remove = sql<{ public_key: string }>(
  'urn_keys.delete',
  'delete from urn_keys where public_key = :public_key',
)
const among = sql<{ public_keys: string[] }, { public_key: string; wrapped: Buffer }>(
  'urn_keys.among',
  'select public_key, wrapped from urn_keys where public_key = any (:public_keys::text[]) order by public_key',
  { public_key: is.text, wrapped: is.bytes },
)

/** Keys as rows, encrypted with the service's secret, for a database that several machines share. */
export function keysInRows(secret_file: string): UrnKeys {
  return {
    async make(tx) {
      const secret = await serviceSecret(secret_file)
      const pair = makePair()
      const public_key = pair.public_key.toString('hex')
      const wrapped = wrapKey(secret, pair)
      pair.private_key.fill(0)
      await insert.run(tx, { public_key, wrapped })
      return public_key
    },
    async find(on, public_key) {
      const row = await byName.first(on, { public_key })
      if (row === null) return null
      return unwrapKey(await serviceSecret(secret_file), Buffer.from(public_key, 'hex'), row.wrapped)
    },
    async destroy(on, public_key) {
      await remove.run(on, { public_key })
    },
    // A row is created and deleted within its poll's transaction: none is left over.
    sweep: async () => 0,
    async wrap(on, public_keys) {
      const rows = await among.all(on, { public_keys })
      return rows.map(({ public_key, wrapped }) => ({ public_key, wrapped: wrapped.toString('hex') }))
    },
    async unwrap(tx, wrapped) {
      const secret = await serviceSecret(secret_file)
      for (const { public_key, wrapped: text } of wrapped) {
        const row = Buffer.from(text, 'hex')
        const private_key = unwrapKey(secret, Buffer.from(public_key, 'hex'), row)
        if (private_key !== null) await insert.run(tx, { public_key, wrapped: row })
        private_key?.fill(0)
      }
    },
  }
}
