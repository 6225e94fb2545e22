import type { FastifyInstance } from 'fastify'
import { publishedKeys } from '../db/keys/own-signing-key.ts'
import { verifierKeyOf } from '../db/keys/verifier-key.ts'
import type { Services } from './services.ts'

const A_MINUTE = 'public, max-age=60'

/**
 * `/.well-known/folkmoot-key`: the public keys by which signatures of this service can be verified, one in
 * each line; the first is in use, the others were before.
 */
export function signingKeyRoutes(app: FastifyInstance, { db, config }: Services): void {
  app.get('/.well-known/folkmoot-key', { schema: { hide: true } }, async (_, reply) => {
    const keys = await publishedKeys(db.pool)
    const { host } = new URL(config.public_url)
    const lines = keys.map(({ public_key }) => `${verifierKeyOf(host, public_key)}\n`)
    return reply.header('cache-control', A_MINUTE).type('text/plain; charset=utf-8').send(lines.join(''))
  })
}
