import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 20

/**
 * Counts open requests on every address the server listens on: localhost has two, and the framework waits for
 * only one of them. Returns a function that waits until none is open, `limitMs` at most, and closes each
 * connection after its response instead of keeping it alive.
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
    // An aborted request never finishes.
    while ([...open].some((socket) => !socket.destroyed) && performance.now() < deadline) await sleep(LOOK_MS)
  }
}

function socketOf(message: unknown): Socket {
  return (message as { socket: Socket }).socket
}
