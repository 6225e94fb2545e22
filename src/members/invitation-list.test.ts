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
  ['Ann <ann@>; ann@a.example>', [], ['Ann <ann@>', 'ann@a.example>']],
  ['ann@a.example bo@b.example;cy@c.example\r\n\r\n', ['ann@a.example', 'bo@b.example', 'cy@c.example'], []],
  ['Eve <eve@exämple.org>, Ann <ann@', ['Eve <eve@xn--exmple-cua.org>'], ['Ann <ann@']],
  ['eve@bücher.example', ['eve@xn--bcher-kva.example'], []],
  ['ken@例え.jp', ['ken@xn--r8jz45g.jp'], []],
  ['éve@exämple.org', [], ['éve@exämple.org']],
  // The separators and letters of Arabic, Chinese and Japanese keyboards.
  [
    'فاطمة <b@x.example>؛ c@x.example، a@x.example',
    ['فاطمة <b@x.example>', 'c@x.example', 'a@x.example'],
    [],
  ],
  ['a@x.example、b@x.example', ['a@x.example', 'b@x.example'], []],
  [
    'a@x.example，b@x.example；c@x.example､d@x.example',
    ['a', 'b', 'c', 'd'].map((name) => `${name}@x.example`),
    [],
  ],
  ['a@x.example　b@x.example', ['a@x.example', 'b@x.example'], []],
  ['ａ＠ｘ．ｅｘａｍｐｌｅ', ['a@x.example'], []],
  [
    '佐藤　健＜ken＠x。example＞、「花」<hana@x｡example>',
    ['佐藤 健 <ken@x.example>', '「花」 <hana@x.example>'],
    [],
  ],
  ['Ｋｅｎ <ken＠x.example>', ['Ｋｅｎ <ken@x.example>'], []],
  // Not a domain in other letters: a word that follows the address.
  ['ken@x.exampleと', [], ['ken@x.exampleと']],
  ['ken@x.exampleبريد', [], ['ken@x.exampleبريد']],
  ['Ann Lee ann@a.example', ['ann@a.example'], []],
  // Tables: CSV with and without headings, with semicolons, from a spreadsheet, in any order of columns.
  [
    'name,email\nBea Two,bea@b.example\n"Cruz, Ann",ann@a.example\n,cy@c.example',
    ['Bea Two <bea@b.example>', 'Cruz, Ann <ann@a.example>', 'cy@c.example'],
    [],
  ],
  [
    'Dora Field\tdora@d.example\r\nEd\ted@e.example',
    ['Dora Field <dora@d.example>', 'Ed <ed@e.example>'],
    [],
  ],
  [
    'ann@a.example; "Ann ""Nan"" Lee"\nbo@b.example; Bo',
    ['Ann Nan Lee <ann@a.example>', 'Bo <bo@b.example>'],
    [],
  ],
  [
    'Given;Surname\nAnn;Lee;ann@a.example\nBo;Ray;bo@b.example',
    ['Ann Lee <ann@a.example>', 'Bo Ray <bo@b.example>'],
    ['Given', 'Surname'],
  ],
  [
    'E-Mail;Vorname;Nachname;Rolle\nann@a.example;Ann;van der Lee;Kasse\nbo@b.example;Bo;;Beirat',
    ['Ann van der Lee <ann@a.example>', 'Bo <bo@b.example>'],
    [],
  ],
  ['名前,メール\n佐藤健,ken@k.example', ['佐藤健 <ken@k.example>'], []],
  [
    'Ann Lee, +44 20 7946 0000, ann@a.example\nBo, , bo@b.example',
    ['Ann Lee <ann@a.example>', 'Bo <bo@b.example>'],
    [],
  ],
  // A single line with commas is no table: what lacks an address is wrong.
  ['ann@a.example, nonsense', ['ann@a.example'], ['nonsense']],
  ['Name, Email\nNobody, bo.example.org', [], ['Name', 'Email', 'Nobody', 'bo.example.org']],
  ['ann@a.example, bo.example.org', ['ann@a.example'], ['bo.example.org']],
  ['ann@a.example, Bo, cy@c.example', ['ann@a.example', 'cy@c.example'], ['Bo']],
  // A space inside an address.
  ['iris@exam ple.org', [], ['iris@exam ple.org']],
  ['iris@ example.org, iris @example.org', [], ['iris@ example.org', 'iris @example.org']],
  ['iris@example .org\nIris,iris@exam ple.org', [], ['iris@example .org', 'Iris', 'iris@exam ple.org']],
  ['ANN@a.example\nann@A.example', ['ANN@a.example'], []],
  ['Ann Lee', [], ['Ann Lee']],
  ['ann@', [], ['ann@']],
  ['<b>bold</b>', [], ['<b>bold</b>']],
  [' ,;\n', [], []],
])('%j', (text, addresses, invalid) => {
  const read = readPasted(text)
  expect([read.people.map(writtenAddress), read.invalid]).toEqual([addresses, invalid])
})

test('a name that is left out is reported with the reason', () => {
  const told = (text: string) => readPasted(text).unkept
  const address = 'ann@a.example'
  expect(told(`${'x'.repeat(151)} <${address}>`)).toEqual([
    { address, text: `${'x'.repeat(80)}…`, why: 'too_long' },
  ])
  expect(told(`bo@b.example <${address}>`)).toEqual([
    { address, text: 'bo@b.example', why: 'address_as_name' },
  ])
  expect(told(`\u202e <${address}>`)).toEqual([{ address, text: '', why: 'unseen' }])
  expect(told(`Ann Lee ${address}`)).toEqual([{ address, text: 'Ann Lee', why: 'unmarked' }])
  expect(told(`Ann Lee\tTreasurer\t${address}`)).toEqual([
    { address, text: 'Ann Lee Treasurer', why: 'unmarked' },
  ])
  expect(told(`Ann <${address}>, Bo <${address}>`)).toEqual([{ address, text: 'Bo', why: 'second' }])
  for (const text of [
    `Ann <${address}>, Ann <${address}>`,
    `${address} <${address}>`,
    `<${address}> ${address}`,
  ])
    expect(told(text)).toEqual([])
})

test('a name is read on either side of the address', () => {
  expect(readPasted('ann@a.example, Ann <ANN@a.example>').people).toEqual([
    { address: 'ann@a.example', name: 'Ann' },
  ])
})
