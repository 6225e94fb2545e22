import { expect, test } from 'vitest'
import { readPasted } from './invitation-list.ts'

test.each([
  ['ann@a.example', ['ann@a.example'], []],
  ['Ann Lee <ann@a.example>, "Bo, B." <bo@b.example>', ['ann@a.example', 'bo@b.example'], ['"Bo']],
  ['ann@a.example bo@b.example;cy@c.example\r\n\r\n', ['ann@a.example', 'bo@b.example', 'cy@c.example'], []],
  ['Ann Lee ann@a.example', ['ann@a.example'], []],
  ['ANN@a.example\nann@A.example', ['ANN@a.example'], []],
  ['Ann Lee', [], ['Ann Lee']],
  ['ann@', [], ['ann@']],
  ['<b>bold</b>', [], ['<b>bold</b>']],
  [' ,;\n', [], []],
])('%j', (text, addresses, invalid) => {
  expect(readPasted(text)).toEqual({ addresses, invalid })
})
