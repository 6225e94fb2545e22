import { expect, test } from 'vitest'
import { jsonReader, nullableReader } from './json-rows.ts'
import { type Fields, is } from './row-types.ts'

type Talk = { title: string; begun_at: Date; ended_at: Date | null; on: string; said: { at: Date }[] }

const TALK: Fields<Talk> = {
  title: is.text,
  begun_at: is.instant,
  ended_at: is.nullable(is.instant),
  on: is.day,
  said: is.list(is.record({ at: is.instant })),
}
const read = jsonReader(TALK)
const json = {
  title: '2026-11-22T10:00:00Z',
  begun_at: '2026-11-22T10:00:00.125+00:00',
  ended_at: null,
  on: '2026-11-22',
  said: [{ at: '2026-11-22T10:30:00+00:00' }],
}

test('instants are read at every depth, and other text stays text', () => {
  expect(read(json)).toEqual({
    ...json,
    begun_at: new Date('2026-11-22T10:00:00.125Z'),
    said: [{ at: new Date('2026-11-22T10:30:00Z') }],
  })
})

test('reading does not change its input', () => {
  const before = structuredClone(json)
  read(json)
  expect(json).toEqual(before)
})

test('null stays null', () => {
  expect(nullableReader(read)(null)).toBe(null)
  expect(nullableReader(read)(json)).toEqual(read(json))
})
