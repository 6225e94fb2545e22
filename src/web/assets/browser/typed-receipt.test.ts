import { expect, test } from 'vitest'
import { typedReceipt } from './typed-receipt.ts'

const OWN = {
  format: 'folkmoot-receipt/1',
  m: 'ab'.repeat(32),
  c: 'cd'.repeat(32),
  signature: Buffer.alloc(64, 7).toString('base64'),
  key: 'moot.example+fd6f956c+AeB1qaK/x=',
  choices: [[1, 1]],
  nonce: 'ef'.repeat(32),
  mark: 'green boat',
  poll: 'https://moot.example/p/abcdefgh',
}
const PRINTED = JSON.stringify(OWN, null, 2)

test('a receipt is read as it is printed, and as its QR code says it', () => {
  expect(typedReceipt(PRINTED)).toEqual(OWN)
  const { choices, nonce, mark, poll, ...signed } = OWN
  expect(typedReceipt(JSON.stringify(signed))).toEqual(signed)
})

test('lines break inside values on paper, and between the words of the voter', () => {
  const broken = PRINTED.replace('abab', 'ab\n    ab').replace('green boat', 'green\nboat')
  expect(typedReceipt(broken)).toEqual(OWN)
})

test('curly quotes and marks of direction do no harm', () => {
  expect(typedReceipt(`\u2066${PRINTED.replaceAll('"', '”')}\u2069`)).toEqual(OWN)
})

test('a text that is cut off, or is something else, is no receipt', () => {
  expect(typedReceipt(PRINTED.slice(0, -9))).toBeNull()
  expect(typedReceipt('[]')).toBeNull()
  expect(typedReceipt('')).toBeNull()
})
