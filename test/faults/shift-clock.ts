/**
 * Loaded before the program with `node --import`: shifts its clock, as on a machine whose clock was never
 * set.
 */

const SHIFT_MS = Number(process.env['CLOCK_SHIFT_MS'])
const Right = Date

class Wrong extends Right {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(Wrong.now())
    else super(...(given as [number]))
  }

  static override now(): number {
    return Right.now() + SHIFT_MS
  }
}

globalThis.Date = new Proxy(Wrong, {
  construct: (_, given, made) => Reflect.construct(given.length === 0 ? Wrong : Right, given, made) as Date,
  apply: () => new Wrong().toString(),
}) as unknown as DateConstructor
