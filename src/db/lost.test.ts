import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { Unavailable } from '../errors.ts'
import { openDb } from './db.ts'
import { asUnavailable } from './failures.ts'

/** A port of this machine on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
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
