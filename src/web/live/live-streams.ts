import { PassThrough } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/db.ts'
import { asUnavailable } from '../../db/failures.ts'
import { type Listening, listenTo } from '../../db/listen.ts'
import { Declined, type Refusal, Unavailable } from '../../errors.ts'
import { readTopics, TOUCHED_CHANNEL } from '../../events/touched.ts'
import type { Sight } from '../visits/live-sight.ts'

/** The event streams of open pages in this process. */
export type Streams = {
  /**
   * Starts a stream of server-sent events that sends `changed` when the result of `look` changes, and at once
   * if it differs from `seen`, the print of the page as the reader has it. Throws the errors of `look`, and
   * `rate_limited` if there are too many streams. Ends when `look` no longer finds the page.
   */
  open(look: () => Promise<Sight>, seen: string | undefined): Promise<PassThrough>
  /** Ends all streams, and starts no new ones. */
  close(): Promise<void>
}

type Stream = {
  out: PassThrough
  look: () => Promise<Sight>
  sight: Sight
  looking: boolean
  /** An event arrived since the last look. */
  heard: boolean
  /** Milliseconds of this process's clock, like the next two. */
  looked_at: number
  changes_at: number
  said_at: number
}

type Room = { db: Pick<Db, 'pool'>; log: Pick<FastifyBaseLogger, 'error'> }

const CHANGED = 'data: changed\n\n'
const MOST_STREAMS = 1_000
const MOST_OF_ONE_VISITOR = 10
/** The minimum time between two looks at a page, and so between two messages. */
const PAUSE_MS = 1_000
const TICK_MS = 250
const HEARTBEAT_MS = 20_000
/** Concurrent looks: a poll that everyone watches must leave connections for voters. */
const LANES = 2
const RETRY_MS = 2_000
const RETRY_SPREAD_MS = 3_000

/** Manages the streams of one process. Connects to nothing until the first stream. */
export function openStreams({ db, log }: Room): Streams {
  const streams = new Set<Stream>()
  let feed: Listening | undefined
  let closed = false
  const lookAround = lookingAt(streams, log)

  const hear = (payload: string | null) => {
    const touched = payload === null ? null : readTopics(payload)
    for (const stream of streams) {
      stream.heard ||= touched === null || stream.sight.topics.some((topic) => touched.has(topic))
    }
    lookAround()
  }

  const tick = setInterval(() => {
    for (const stream of streams) beat(stream)
    lookAround()
  }, TICK_MS).unref()

  return {
    open: async (look, seen) => {
      if (closed || streams.size >= MOST_STREAMS) throw tooMany()
      const sight = await look()
      const others = [...streams].filter((stream) => stream.sight.visitor_id === sight.visitor_id)
      if (closed || streams.size >= MOST_STREAMS || others.length >= MOST_OF_ONE_VISITOR) throw tooMany()
      feed ??= listenTo(db.pool, TOUCHED_CHANNEL, hear)
      const stream = begin(look, sight)
      if (seen !== undefined && seen !== sight.print) stream.out.write(CHANGED)
      streams.add(stream)
      stream.out.once('close', () => streams.delete(stream))
      return stream.out
    },
    close: async () => {
      closed = true
      clearInterval(tick)
      for (const { out } of streams) out.end()
      await feed?.close()
    },
  }
}

/** Returns a function that looks at all due streams, one per lane at a time, until none is due. */
function lookingAt(streams: Set<Stream>, log: Room['log']): () => void {
  let looks = 0

  const lookAround = () => {
    for (const stream of streams) {
      if (looks >= LANES) return
      if (isDue(stream)) void lookAgain(stream)
    }
  }

  const lookAgain = async (stream: Stream) => {
    looks += 1
    stream.looking = true
    stream.heard = false
    // Moves it to the end of the queue: under load, every stream gets its turn.
    streams.delete(stream)
    streams.add(stream)
    try {
      compare(stream, await stream.look())
    } catch (error) {
      giveUp(stream, error, log)
    } finally {
      looks -= 1
      stream.looking = false
      stream.looked_at = performance.now()
      lookAround()
    }
  }

  return lookAround
}

function begin(look: Stream['look'], sight: Sight): Stream {
  const out = new PassThrough()
  const now = performance.now()
  // Spreads reconnects after a restart.
  out.write(`retry: ${RETRY_MS + Math.floor(Math.random() * RETRY_SPREAD_MS)}\n\n`)
  const [looked_at, said_at, changes_at] = [now, now, now + sight.changes_in_ms]
  // Events between the look and now were missed: one more look covers them.
  return { out, look, sight, looking: false, heard: true, looked_at, said_at, changes_at }
}

function isDue({ sight, looking, heard, looked_at, changes_at, out }: Stream): boolean {
  const now = performance.now()
  if (looking || out.writableEnded || now - looked_at < PAUSE_MS) return false
  return heard || sight.restless || now >= changes_at
}

/** Sends a message if the page has changed. Ends the stream if the reader's identity has changed. */
function compare(stream: Stream, sight: Sight): void {
  const { out, sight: before } = stream
  if (out.writableEnded) return
  if (sight.visitor_id !== before.visitor_id) {
    out.end()
    return
  }
  stream.sight = sight
  stream.changes_at = performance.now() + sight.changes_in_ms
  if (sight.print === before.print) return
  stream.said_at = performance.now()
  out.write(CHANGED)
}

/** A reader who may no longer see the page loses the stream; if the database is away, the stream waits. */
function giveUp(stream: Stream, error: unknown, log: Room['log']): void {
  if (asUnavailable(error) instanceof Unavailable) {
    stream.heard = true
    return
  }
  if (!(error instanceof Declined)) log.error({ code: (error as { code?: unknown }).code }, 'a live page')
  stream.out.end()
}

/** Keeps the connection alive. Permissions may end without an event, so it checks them too. */
function beat(stream: Stream): void {
  if (stream.out.writableEnded || performance.now() - stream.said_at < HEARTBEAT_MS) return
  stream.said_at = performance.now()
  stream.heard = true
  stream.out.write(':\n\n')
}

function tooMany(): Refusal {
  return new Declined('rate_limited.pages')
}
