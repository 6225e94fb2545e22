import { expect, test } from 'vitest'
import { connectionOf } from './connection.ts'

const call = (env: Record<string, string>, url: string | null) => ({
  env: { FOLKMOOT_API_KEY: 'fmk_x', ...env },
  switches: new Set<string>(),
  values: new Map(url === null ? [] : [['url', [url]]]),
  operands: [],
})

test.each([
  ['https://me:sesame@moot.example', 'https://me:***@moot.example'],
  ['https://me:12#same@moot.example', 'https://me:***@moot.example'],
  ['https://me:sesame', 'https://me:***'],
  ['https://me@moot.example', 'https://me@moot.example'],
])('the address %s is refused without its password', (url, shown) => {
  const words = (name: string) => `${name} must not contain a user name or password; it is ${shown}.`
  expect(() => connectionOf(call({}, url))).toThrow(words('--url'))
  expect(() => connectionOf(call({ FOLKMOOT_URL: url }, null))).toThrow(words('FOLKMOOT_URL'))
})

test.each(['http://localhost:3000', 'http://[::1]:3000/', 'moot.example:3000'])(
  'the address %s is taken as it is',
  (url) => {
    expect(connectionOf(call({}, url))).toEqual({ key: 'fmk_x', url })
  },
)
