import cluster from 'node:cluster'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Config, type Environment, readConfig } from '../../config.ts'
import { Halt } from '../../errors.ts'

type ListenError = { code?: string; message: string }

const ANY_PORT = 0
const NEXT_PORT = 1

/**
 * Workers get their connections from the system, which distributes them. Where it cannot, the primary process
 * passes them on; but a connection passed to a worker that is then killed would hang forever.
 */
const SHARE_PORT = cluster.isWorker && process.platform === 'linux'

/**
 * Builds a server and starts listening. All its parts get the actual port, even if the setting is 0. Throws
 * Halt with one line that names the setting if it cannot listen.
 */
export async function listen(
  env: Environment,
  build: (config: Config) => FastifyInstance,
): Promise<{ app: FastifyInstance; config: Config }> {
  const read = (more: Environment = {}) =>
    readConfig({ ...env, ...more }, { in_terminal: process.stdout.isTTY })
  const wanted = read()
  const config = wanted.port === ANY_PORT ? read({ PORT: String(await freePort(wanted)) }) : wanted
  const app = build(config)
  const address = { port: config.port, host: config.host, reusePort: SHARE_PORT }
  try {
    await app.listen(address)
    return { app, config }
  } catch (error) {
    await app.close()
    // Another program took the free port first.
    if (wanted.port === ANY_PORT && (error as ListenError).code === 'EADDRINUSE') return listen(env, build)
    throw listenTrouble(error as ListenError, config)
  }
}

/**
 * The port of the setting, or a free one if it is 0; free at this moment. Throws Halt if it is not, like
 * `listen`.
 */
export async function freePort({ host, port: wanted }: Pick<Config, 'host' | 'port'>): Promise<number> {
  const probe = createServer()
  const port = await new Promise<number>((resolve, reject) => {
    probe.once('error', (error) => reject(listenTrouble(error, { host, port: wanted })))
    probe.listen(wanted, host, () => {
      const address = probe.address()
      resolve(typeof address === 'object' && address !== null ? address.port : wanted)
    })
  })
  await new Promise((resolve) => probe.close(resolve))
  return port
}

function listenTrouble(error: ListenError, { port, host }: Pick<Config, 'port' | 'host'>): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Halt(
        `PORT ${port} is in use by another program: stop it, or choose another port, such as PORT=${port + NEXT_PORT}.`,
      )
    case 'EACCES':
      return new Halt(`This user may not use PORT ${port}: choose 1024 or higher, such as PORT=3000.`)
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new Halt(
        `HOST ${host} is not an address of this machine: use localhost, or 0.0.0.0 for every network.`,
      )
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Halt(`Could not resolve HOST ${host}: use localhost, or 0.0.0.0 for every network.`)
    default:
      return error
  }
}
