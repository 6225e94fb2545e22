import { styleText } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alignedRows, continuedRows, headedRows } from './table.ts'
import { lengthOf } from './terminal.ts'

const HEADINGS = ['ID', 'SUBJECT', 'STATUS']
const ROWS = [
  ['1', 'Paint the hall blue or green', 'sent'],
  ['2', 'Lunch', 'waiting'],
]

test('a table without a limit has one line for each row', () => {
  expect(alignedRows([HEADINGS, ...ROWS], Number.POSITIVE_INFINITY).split('\n')).toEqual([
    'ID  SUBJECT                       STATUS',
    '1   Paint the hall blue or green  sent',
    '2   Lunch                         waiting',
  ])
})

test('long cells wrap between words until the table fits', () => {
  const lines = alignedRows([HEADINGS, ...ROWS], 25).split('\n')
  expect(lines).toEqual([
    'ID  SUBJECT       STATUS',
    '1   Paint the     sent',
    '    hall blue or',
    '    green',
    '2   Lunch         waiting',
  ])
})

test('if single words do not fit, the last column still wraps, and its longer words stick out', () => {
  const rows = [
    ['Data', 'the bundled PostgreSQL in /srv/folkmoot/data'],
    ['Email', 'kept'],
  ]
  expect(alignedRows(rows, 25).split('\n')).toEqual([
    'Data   the bundled',
    '       PostgreSQL in',
    '       /srv/folkmoot/data',
    'Email  kept',
  ])
  expect(alignedRows(rows, 20).split('\n')).toEqual([
    'Data   the bundled',
    '       PostgreSQL in',
    '       /srv/folkmoot/data',
    'Email  kept',
  ])
})

test('if even single words do not fit side by side, each row is a block, and no word is cut', () => {
  const text = headedRows(HEADINGS, [['1', 'https://moot.example/p/EVtb1X9j', 'sent']], 30)
  expect(text.split('\n').map(lengthOf)).toEqual([10, 40, 13])
  expect(text).toContain('https://moot.example/p/EVtb1X9j')
})

test('in narrow terminals a last error goes under its row, and an empty one takes no line', () => {
  const error = '550 5.1.1 <kim@far.example>: no such mailbox'
  const rows = [
    ['7', '2026-11-23 04:15Z', 'kim@far.example', 'group_invitation', 'failed', error],
    ['6', '2026-11-23 04:15Z', 'somebody.else@mill.example', 'vote_invitation', 'sent', '-'],
  ]
  const headings = ['ID', 'CREATED', 'TO', 'KIND', 'STATUS', 'LAST ERROR']
  expect(headedRows(headings, rows, 80).split('\n')).toEqual([
    'ID  CREATED            TO                          KIND              STATUS',
    '7   2026-11-23 04:15Z  kim@far.example             group_invitation  failed',
    `    ${error}`,
    '6   2026-11-23 04:15Z  somebody.else@mill.example  vote_invitation   sent',
  ])
  expect(headedRows(headings, rows, 160).split('\n')).toHaveLength(3)
})

test('a last error whose words are short goes under its row too, instead of a word in each line', () => {
  const headings = ['ID', 'CREATED', 'TO', 'KIND', 'STATUS', 'LAST ERROR']
  const rows = [
    ['7', '2026-11-23 04:15Z', 'kim@far.example', 'group_invitation', 'failed', '550 no such user'],
  ]
  expect(headedRows(headings, rows, 80).split('\n')).toEqual([
    'ID  CREATED            TO               KIND              STATUS',
    '7   2026-11-23 04:15Z  kim@far.example  group_invitation  failed',
    '    550 no such user',
  ])
  expect(headedRows(headings, rows, 120).split('\n')).toHaveLength(2)
})

test('in narrow terminals, columns without any value are left out', () => {
  const headings = ['WHEN', 'WHAT', 'CHANGES']
  const rows = [['2026-11-23 04:15Z', 'member_joined', '-']]
  expect(headedRows(headings, rows, 40).split('\n')[0]).toBe('WHEN               WHAT')
  expect(headedRows(headings, rows, 80).split('\n')[0]).toContain('CHANGES')
})

test('a block has only lines with a value, and they wrap beside their headings', () => {
  const rows = [
    ['1', 'Paint the hall blue or green', '-'],
    ['https://moot.example/p/EVtb1X9j', 'Lunch', 'sent'],
  ]
  expect(headedRows(HEADINGS, rows, 28).split('\n')).toEqual([
    'ID       1',
    'SUBJECT  Paint the hall blue',
    '         or green',
    '',
    'ID       https://moot.example/p/EVtb1X9j',
    'SUBJECT  Lunch',
    'STATUS   sent',
  ])
})

test('a table that may continue has further tables for the columns that do not fit', () => {
  const rows = [
    ['Ada', '1.00', '2.00', '3.00'],
    ['Ben', '2.00', '2.50', '-'],
  ]
  expect(continuedRows(['OPTION', '1', '2', '3'], rows, 20).split('\n')).toEqual([
    'OPTION  1     2',
    'Ada     1.00  2.00',
    'Ben     2.00  2.50',
    '',
    'OPTION  3',
    'Ada     3.00',
    'Ben     -',
  ])
  expect(continuedRows(['OPTION', '1', '2', '3'], rows, 80)).not.toContain('\n\n')
})

describe('in a terminal with colours', () => {
  const { isTTY } = process.stdout
  const { NO_COLOR, FORCE_COLOR } = process.env

  beforeEach(() => {
    process.stdout.isTTY = true
    process.env['FORCE_COLOR'] = '1'
    delete process.env['NO_COLOR']
  })
  afterEach(() => {
    process.stdout.isTTY = isTTY
    for (const [name, value] of Object.entries({ NO_COLOR, FORCE_COLOR }))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
  })

  const rows = [['1', 'mill-lane', 'failing since 2026-11-23 04:15Z (responded with 500)', '8']]
  const HEADS = ['ID', 'GROUP', 'STATE', 'WAITING']
  const red = (text: string) => styleText('red', text)

  test('a state that wraps has its colour on all of its lines', () => {
    const lines = headedRows(HEADS, rows, 50).split('\n').slice(1)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toContain('\u001b[31m')
    expect(lines.join('')).not.toContain('\u001b[2m')
  })

  test('a state in a block has its colour on all of its lines, too', () => {
    expect(headedRows(HEADS, rows, 30).split('\n').slice(2, 5)).toEqual([
      `${styleText('bold', 'STATE')}    ${red('failing since')}`,
      `         ${red('2026-11-23 04:15Z')}`,
      `         ${red('(responded with 500)')}`,
    ])
  })
})
