import { expect, test } from 'vitest'
import { writtenAddress } from '../users/address-list.ts'
import { readPasted } from './invitation-list.ts'

test.each([
  ['ann@a.example', ['ann@a.example'], []],
  [
    'Ann Lee <ann@a.example>, "Bo, B." <bo@b.example>',
    ['Ann Lee <ann@a.example>', 'Bo, B. <bo@b.example>'],
    [],
  ],
  [
    '"Carter, Ben" <ben@a.example>;\n\'Cy\' <cy@c.example>',
    ['Carter, Ben <ben@a.example>', "'Cy' <cy@c.example>"],
    [],
  ],
  ['Ann <ann@a.example> Bo <bo@b.example>', ['Ann <ann@a.example>', 'Bo <bo@b.example>'], []],
  ['6" Ann <ann@a.example>, Bo <bo@b.example>', ['6 Ann <ann@a.example>', 'Bo <bo@b.example>'], []],
  ['ann@a.example <ann@a.example>', ['ann@a.example'], []],
  ['\u202eAnn <ann@a.example>', ['Ann <ann@a.example>'], []],
  [`${'x'.repeat(151)} <ann@a.example>`, ['ann@a.example'], []],
  ['<ann@a.example>, <>', ['ann@a.example'], ['<>']],
  ['Ann <ann@>; ann@a.example>', [], ['Ann <ann@', 'ann@a.example>']],
  ['ann@a.example bo@b.example;cy@c.example\r\n\r\n', ['ann@a.example', 'bo@b.example', 'cy@c.example'], []],
  ['Ann Lee ann@a.example', ['ann@a.example'], []],
  ['ANN@a.example\nann@A.example', ['ANN@a.example'], []],
  ['Ann Lee', [], ['Ann Lee']],
  ['ann@', [], ['ann@']],
  ['<b>bold</b>', [], ['<b>bold</b>']],
  [' ,;\n', [], []],
])('%j', (text, addresses, invalid) => {
  const read = readPasted(text)
  expect({ ...read, people: read.people.map(writtenAddress) }).toEqual({ people: addresses, invalid })
})
