import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { atEnd } from '../at-end.ts'

/** A proxy between a service and what it needs. `deaf`: drops everything; `down`: refuses and resets. */
export type Wire = { port: number; become(mood: Mood): void }
type Mood = 'well' | 'deaf' | 'down'
type Pair = [near: Socket, far: Socket]

/** Opens a proxy to the socket at this path, or to this port. */
export async function openWire(to: string | number): Promise<Wire> {
  const pairs = new Set<Pair>()
  let mood: Mood = 'well'
  const server = createServer((near) => {
    if (mood === 'down') return void near.destroy()
    const pair: Pair = [near, typeof to === 'number' ? connect(to, '127.0.0.1') : connect(to)]
    pairs.add(pair)
    join(pair, () => pairs.delete(pair))
    if (mood === 'deaf') for (const end of pair) end.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const become = (next: Mood) => {
    mood = next
    for (const end of [...pairs].flat()) {
      if (next === 'down') end.destroy()
      else if (next === 'deaf') end.pause()
      else end.resume()
    }
  }
  atEnd(() => {
    server.close()
    for (const end of [...pairs].flat()) end.destroy()
  })
  return { port: (server.address() as AddressInfo).port, become }
}

/** Forwards what one end sends to the other, in order. */
function join([near, far]: Pair, ended: () => void): void {
  for (const [from, to] of [[near, far] as const, [far, near] as const]) {
    from.on('data', (chunk: Buffer) => void to.write(chunk))
    from.on('end', () => void to.end())
    from.on('error', () => void to.destroy())
    from.on('close', ended)
  }
}
