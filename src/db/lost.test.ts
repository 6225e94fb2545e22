import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { Unavailable } from '../errors.ts'
import { change, openDb, SYSTEM } from './db.ts'
import { asUnavailable } from './failures.ts'

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** A PostgreSQL that ends each connection in the same breath in which it says that it is ready. */
async function endingServer(): Promise<{ port: number; close: () => void }> {
  const AUTHENTICATED = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I')
  const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeUInt32BE(fields.length + 4, 1)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, head, fields])))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { port, close: () => server.close() }
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

describe.each(['serve', 'command'] as const)('the database of a %s is unreachable', (role) => {
  test.each([
    ['there is no such socket', async () => ({ host: '/nowhere/at/all', port: 5432 })],
    ['nothing listens there', async () => ({ host: '127.0.0.1', port: await closedPort() })],
    // It tries both addresses, and the error contains both errors.
    ['nothing listens at either address', async () => ({ host: 'localhost', port: await closedPort() })],
  ])('when %s', async (_, where) => {
    const db = openDb({ ...(await where()), user: 'moot', database: 'moot' }, 1, role)
    expect(asUnavailable(await errorOf(db.pool.query('select 1')))).toBeInstanceOf(Unavailable)
    await db.close()
  })
})

// Nobody may have a listener for its errors yet: that would end the service.
test.each(['serve', 'command'] as const)(
  'a connection of a %s that ends as it begins is an error for who asked for it, and for nobody else',
  async (role) => {
    const { port, close } = await endingServer()
    const db = openDb({ host: '127.0.0.1', port, user: 'moot', database: 'moot' }, 1, role)
    expect(asUnavailable(await errorOf(db.pool.query('select 1')))).toBeInstanceOf(Unavailable)
    expect(asUnavailable(await errorOf(change(db, SYSTEM, async () => null)))).toBeInstanceOf(Unavailable)
    await db.close()
    close()
  },
)

describe("other errors are not the database's", () => {
  test('when a file is missing', async () => {
    const error = await errorOf(readFile('/nowhere/at/all'))
    expect(error).toMatchObject({ code: 'ENOENT', syscall: 'open' })
    expect(asUnavailable(error)).toBe(error)
  })

  test('when another server refuses', async () => {
    const port = await closedPort()
    const error = await new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve))
    expect(error).toMatchObject({ code: 'ECONNREFUSED', syscall: 'connect' })
    expect(asUnavailable(error)).toBe(error)
  })

  test('when something else takes too long', () => {
    const error = new Error('timeout of the mail server')
    expect(asUnavailable(error)).toBe(error)
  })
})
