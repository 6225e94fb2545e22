// Draws the service's mark as the PNG icons of the installed page, into src/web/assets/icons: run
// `npm run icons` after a change of the mark, and commit what it writes.
import { readFileSync, writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

const SOURCE = new URL('../src/web/assets/mark-part.tsx', import.meta.url)
const FOLDER = new URL('../src/web/assets/icons/', import.meta.url)

type Colour = readonly [number, number, number]
/** `share`: of the mark in the picture. `corner`: the radius of the ground's corners, as a share. */
type Look = { size: number; ground: Colour | null; corner: number; share: number }
type Point = { x: number; y: number }

const BLUE: Colour = [0x1d, 0x5d, 0x80]
const WHITE: Colour = [255, 255, 255]
const LOOKS: Record<string, Look> = {
  'icon-192': { size: 192, ground: BLUE, corner: 0.2, share: 0.74 },
  'icon-512': { size: 512, ground: BLUE, corner: 0.2, share: 0.74 },
  // Systems cut these into their own shape: what matters lies within a circle of four fifths.
  'maskable-192': { size: 192, ground: BLUE, corner: 0, share: 0.58 },
  'maskable-512': { size: 512, ground: BLUE, corner: 0, share: 0.58 },
  // One colour on nothing, for status bars.
  badge: { size: 96, ground: null, corner: 0, share: 0.96 },
}

const MARK_SIZE = 32
const FREE_SEAT = 3
const STEPS = 4

const seats = [...readFileSync(SOURCE, 'utf8').matchAll(/^ {2}\[([\d.]+), ([\d.]+)\],$/gm)].map(
  ([, x, y]) => ({ x: Number(x), y: Number(y) }),
)

/** Whether the mark covers this point of its own square. */
function isMark({ x, y }: Point): boolean {
  return seats.some((seat, place) => {
    const far = Math.hypot(x - seat.x, y - seat.y)
    return place === FREE_SEAT ? far >= 1.75 && far <= 3.25 : far <= 3.2
  })
}

function isGround({ x, y }: Point, { corner, ground }: Look): boolean {
  const beyond = (at: number) => Math.max(corner - at, at - (1 - corner), 0)
  return ground !== null && Math.hypot(beyond(x), beyond(y)) <= corner
}

/** The colour of a pixel, from several points within it. */
function pixel(left: number, top: number, look: Look): number[] {
  let [mark, ground] = [0, 0]
  for (let step = 0; step < STEPS * STEPS; step++) {
    const x = (left + ((step % STEPS) + 0.5) / STEPS) / look.size
    const y = (top + (Math.floor(step / STEPS) + 0.5) / STEPS) / look.size
    const within = (at: number) => ((at - 0.5) / look.share + 0.5) * MARK_SIZE
    if (isMark({ x: within(x), y: within(y) })) mark += 1
    else if (isGround({ x, y }, look)) ground += 1
  }
  const covered = mark + ground
  const base = look.ground ?? WHITE
  const colour = base.map((part, place) =>
    covered === 0 ? part : Math.round((part * ground + (WHITE[place] ?? 0) * mark) / covered),
  )
  return [...colour, Math.round((255 * covered) / (STEPS * STEPS))]
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function picture(look: Look): Buffer {
  const { size } = look
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  // Eight bits each of red, green, blue and opacity.
  head.set([8, 6], 8)
  const rows = Array.from({ length: size }, (_, top) => [
    0,
    ...Array.from({ length: size }, (_, left) => pixel(left, top, look)).flat(),
  ])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

for (const [name, look] of Object.entries(LOOKS)) writeFileSync(new URL(`${name}.png`, FOLDER), picture(look))
