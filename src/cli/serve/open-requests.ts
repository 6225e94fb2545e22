import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 20

/**
 * Counts the requests being answered, on every address the server listens on: for localhost those are two,
 * and the framework waits only for one of them. Returns a function that waits until there is none, `limitMs`
 * at most, and ends each connection with its answer, which would otherwise wait for a next request.
 */
export function countRequests(): (limitMs: number) => Promise<void> {
  const open = new Set<Socket>()
  let ending = false
  subscribe('http.server.request.start', (message) => void open.add(socketOf(message)))
  subscribe('http.server.response.finish', (message) => {
    const socket = socketOf(message)
    open.delete(socket)
    if (ending) socket.end()
  })
  return async (limitMs) => {
    ending = true
    const deadline = performance.now() + limitMs
    // A request that was broken off never finishes.
    while ([...open].some((socket) => !socket.destroyed) && performance.now() < deadline) await sleep(LOOK_MS)
  }
}

function socketOf(message: unknown): Socket {
  return (message as { socket: Socket }).socket
}
