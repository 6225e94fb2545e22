import { describe, expect, test } from 'vitest'
import { mailbox, network } from '../limit.ts'
import { codeWords, readCode } from './sign-in.ts'

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['12345', null],
  ['1234567', null],
  ['12345a', null],
  ['', null],
  ['١٢٣٤٥٦', '123456'],
  ['１２３ ４５６', '123456'],
  ['१२३४५६', null],
])('the code typed as %j is %j', (typed, code) => {
  expect(readCode(typed)).toBe(code)
})

test('a code is shown in two groups, and parsed from the same format', () => {
  expect(codeWords('012345')).toBe('012 345')
  expect(readCode(codeWords('012345'))).toBe('012345')
})

describe('spellings of one mailbox or network count as one', () => {
  test.each([
    ['Ada@Mill.Example', 'ada@mill.example'],
    ['ada+1@mill.example', 'ada@mill.example'],
    ['ada+1+2@mill.example ', 'ada@mill.example'],
    ['+@mill.example', '@mill.example'],
  ])('mailbox: %s is %s', (address, key) => {
    expect(mailbox(address)).toBe(key)
  })

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['2001:0db8:0000:0000:1::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('network: %s is %s', (ip, key) => {
    expect(network(ip)).toBe(key)
  })
})
