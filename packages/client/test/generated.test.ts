import { readFileSync } from 'node:fs'
import { OPERATIONS } from '@folkmoot/client'
import { expect, test } from 'vitest'
import { GENERATED, generated } from '../generate.ts'

test('the types are those of the current API (npm run client regenerates them)', async () => {
  expect(readFileSync(GENERATED, 'utf8')).toBe(await generated())
})

test('every call names its path, and no field has two places', () => {
  for (const { method, path, query } of Object.values(OPERATIONS)) {
    expect(path).toMatch(/^\/api\/b1\/[a-z/{}_]+$/)
    expect(query.length === 0 || method === 'GET', path).toBe(true)
  }
})
