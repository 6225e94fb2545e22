import { Invalid, type Problem, problem } from '../../errors.ts'
import { oneLine } from '../../text/one-line.ts'

/** The name and logo of the service; null: the defaults. */
export type Identity = { name: string | null; mark: Mark | null }

/** A PNG file, and a hash that changes with it. */
export type Mark = { png: Buffer; hash: string }

/** As it was delivered. */
export const PLAIN_IDENTITY: Identity = { name: null, mark: null }

export const MAX_SERVICE_NAME = 60
export const MAX_MARK_BYTES = 65_536
/** Sides of the mark in pixels: enough for an icon, and nothing that slows a browser down. */
export const MARK_SIDES = { least: 32, most: 1_024 }

// PNG, third edition: an eight-byte signature, then the chunk IHDR with width and height; IEND is the last.
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEADER = Buffer.from('\0\0\0\rIHDR', 'latin1')
const WIDTH_AT = 16
const HEIGHT_AT = 20
const END = Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1')

/** The name as it is shown; null if it is blank: the service's own. */
export function readServiceName(text: string): string | null {
  const name = oneLine(text).trim()
  return name === '' ? null : name
}

/** Throws Invalid, with all problems of name and mark, by the fields `name` and `mark`. */
export function checkIdentity({ name, mark }: { name: string | null; mark: Buffer | null }): void {
  const problems = [...nameProblems(name), ...markProblems(mark)]
  if (problems.length > 0) throw new Invalid(problems)
}

function nameProblems(name: string | null): Problem[] {
  if (name === null || [...name].length <= MAX_SERVICE_NAME) return []
  return [problem('name', 'too_long', { most: MAX_SERVICE_NAME })]
}

function markProblems(mark: Buffer | null): Problem[] {
  if (mark === null) return []
  if (mark.length > MAX_MARK_BYTES)
    return [problem('mark', 'mark_too_large', { most: MAX_MARK_BYTES / 1_024 })]
  if (!isPng(mark)) return [problem('mark', 'mark_no_png')]
  const sides = [mark.readUInt32BE(WIDTH_AT), mark.readUInt32BE(HEIGHT_AT)]
  if (sides.every((side) => side >= MARK_SIDES.least && side <= MARK_SIDES.most)) return []
  return [problem('mark', 'mark_sides', MARK_SIDES)]
}

function isPng(bytes: Buffer): boolean {
  return (
    bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    bytes.subarray(SIGNATURE.length, WIDTH_AT).equals(HEADER) &&
    bytes.subarray(-END.length).equals(END)
  )
}
