import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { base, codes } from '../../test/imports.ts'
import { commentRecord, lines, sourceOf } from '../../test/loomio-records.ts'
import { createWorld } from '../../test/world.ts'
import { SYSTEM } from '../db/db.ts'
import { importLoomio } from './import-loomio.ts'

const world = await createWorld()

const check = (content: string | Buffer, chunk?: number) =>
  importLoomio(world.db, sourceOf(content, chunk), {
    actor: SYSTEM,
    dry_run: true,
    progress: () => undefined,
  })

const text = lines([...base(), commentRecord(1, { body: 'Ĉu “Ja”, 🌊?', discussion_id: 1 })])
const counted = { imported: 1, already: 0, left_out: 0 }

test.each([
  ['empty', ''],
  ['zip', 'PK\u0003\u0004 export.json'],
  ['gzip', gzipSync(text)],
  ['html', '\n<!DOCTYPE html>\n<html><title>Sign in</title></html>\n'],
  ['html', '\ufeff<?xml version="1.0"?>\n'],
  ['other', 'id,title,votes\n1,Paint the hall?,7\n2,Where?,4\n'],
  ['other', JSON.stringify([{ table: 'groups', record: { id: 1 } }], null, 2)],
  ['other', '{"table":"tickets","record":{"id":1}}\n'],
  ['other', ' \n\n'],
] as const)('a file that is no export is named as what it is: %s', async (fault, content) => {
  const report = await check(content)
  expect([report.file_fault, report.notes, report.more_notes]).toEqual([fault, [], 0])
})

test.each([
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
  ['Windows line breaks', Buffer.from(text.replaceAll('\n', '\r\n'))],
  ['UTF-16 as Windows writes it', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 without its mark', Buffer.from(text, 'utf16le')],
  ['UTF-16, the other way round', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['UTF-16, the other way round, without its mark', Buffer.from(text, 'utf16le').swap16()],
])('%s is read like any other file', async (_, content) => {
  for (const chunk of [1_001, 64 * 1024]) {
    const report = await check(content, chunk)
    expect([report.file_fault, report.notes, report.counts.comment]).toEqual([null, [], counted])
  }
})

test('a file that ends in the middle of a line says so, and the rest is imported', async () => {
  const report = await check(text.slice(0, -30))
  expect(report).toMatchObject({ file_fault: null, cut_off: true })
  expect(codes(report)).toEqual(['cut_off'])
  expect(report.counts.thread).toEqual(counted)
  expect((await check(text.trimEnd())).cut_off).toBe(false)
})
