import cluster from 'node:cluster'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Config, type Environment, readConfig } from '../../config.ts'
import { Halt } from '../../errors.ts'

type ListenError = { code?: string; message: string }

const ANY_PORT = 0
const NEXT_PORT = 1

/**
 * Workers get their connections from the system, which spreads them. Where it cannot, the first process hands
 * them on; but what it has just handed to a worker that is killed would wait for ever.
 */
const SHARE_PORT = cluster.isWorker && process.platform === 'linux'

/**
 * Builds a server and lets it listen. Every part of it is told the real port, also when the setting is 0.
 * Throws Halt, in one line that names the setting, when it cannot listen.
 */
export async function listen(
  env: Environment,
  build: (config: Config) => FastifyInstance,
): Promise<{ app: FastifyInstance; config: Config }> {
  const wanted = readConfig(env)
  const config =
    wanted.port === ANY_PORT ? readConfig({ ...env, PORT: String(await freePort(wanted)) }) : wanted
  const app = build(config)
  const address = { port: config.port, host: config.host, reusePort: SHARE_PORT }
  try {
    await app.listen(address)
    return { app, config }
  } catch (error) {
    await app.close()
    // Another program was quicker to take the free port.
    if (wanted.port === ANY_PORT && (error as ListenError).code === 'EADDRINUSE') return listen(env, build)
    throw listenTrouble(error as ListenError, config)
  }
}

/** The port of the setting, or any when it is 0, free just now. Throws Halt when it is not, like `listen`. */
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
        `PORT ${port} is in use by another program: stop that one, or choose another, such as PORT=${port + NEXT_PORT}.`,
      )
    case 'EACCES':
      return new Halt(
        `PORT ${port} may not be used by this user: choose one from 1024 up, such as PORT=3000.`,
      )
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new Halt(
        `HOST ${host} is no address of this machine: use localhost, or 0.0.0.0 for every network.`,
      )
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Halt(`HOST ${host} cannot be looked up: use localhost, or 0.0.0.0 for every network.`)
    default:
      return error
  }
}
