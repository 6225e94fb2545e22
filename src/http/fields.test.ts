import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { ListOf, Record, Text } from '../api/wire.ts'
import { faultWords } from '../errors.ts'
import { readChanges, readFields } from './fields.ts'
import { MOST_FIELDS, readJson, readUrlencoded } from './forms.ts'

const Rule = Record('Rule', { option: Text(''), percent: Type.Optional(Type.Number()) })
const Wish = Record('Wish', {
  title: Text(''),
  options: Type.Optional(ListOf(Text(''), '', { maxItems: 3, default: [] })),
  rules: Type.Optional(ListOf(Rule, '', { maxItems: 2, default: [] })),
})

const form = (text: string) => readFields(Wish, readUrlencoded(text))
const json = (text: string) => readFields(Wish, { encoding: 'json', fields: readJson(Buffer.from(text)) })

describe('records in a form, sent part by part', () => {
  test('are read in the order of their numbers', () => {
    const { values, problems, ignored } = form(
      'title=T&rules[7][option]=b&rules[2][option]=a&rules[2][percent]=5',
    )
    expect(values.rules).toEqual([
      { option: 'a', percent: 5 },
      { option: 'b', percent: null },
    ])
    expect([problems, ignored]).toEqual([[], []])
  })

  test('are ignored if the list is also sent as a whole', () => {
    expect(form('title=T&rules[0][option]=a&rules=x').problems).toMatchObject([{ field: 'rules' }])
    expect(form('title=T&rules=x&rules[0][option]=a').problems).toMatchObject([{ field: 'rules' }])
  })

  test('with an unknown part are invalid, and the problem names the part', () => {
    const { problems, ignored } = form('title=T&rules[0][option]=a&rules[0][percnt]=5')
    expect(problems).toMatchObject([
      {
        field: 'rules',
        code: 'items',
        params: { items: [{ item: 1, fault: { code: 'parts', params: { known: ['option', 'percent'] } } }] },
      },
    ])
    expect(problems.map((found) => faultWords(found))).toContain(
      'item 1 may only have the fields option, percent',
    )
    expect(ignored).toEqual(['rules[0][percnt]'])
  })

  test('above the maximum are invalid, and the surplus is dropped and named', () => {
    const some = Array.from({ length: 6 }, (_, at) => `rules[${at}][option]=a`).join('&')
    const { problems, ignored } = form(`title=T&${some}`)
    expect(problems).toMatchObject([{ field: 'rules', code: 'too_many', params: { most: 2 } }])
    expect(ignored).toEqual(['rules[3][option]', 'rules[4][option]', 'rules[5][option]'])
  })

  test('without a list for them are ignored', () => {
    const { problems, ignored } = form('title=T&options[0][a]=1&other[0][a]=1&rules[1000][option]=1')
    expect(problems).toEqual([])
    expect(ignored).toEqual(['options[0][a]', 'other[0][a]', 'rules[1000][option]'])
  })
})

test('a list above its maximum is one problem, whatever it contains', () => {
  const { values, problems } = json('{"title":"T","options":[1,2,3,{}]}')
  expect(problems).toEqual([{ field: 'options', code: 'too_many', params: { most: 3 } }])
  expect(values.options).toEqual([])
  expect(json('{"title":"T","options":["1","2","3"]}').values.options).toEqual(['1', '2', '3'])
})

test('a list keeps its readable items, and each of the others is named, up to a hundred', () => {
  const Names = Record('Names', { names: ListOf(Text(''), '') })
  const read = (names: unknown[]) => readFields(Names, { encoding: 'json', fields: { names } as never })
  const { values, problems } = read(['a', 1, 'b', 1])
  expect(values.names).toEqual(['a', 'b'])
  expect(problems.map((found) => faultWords(found))).toEqual(['item 2 must be text, item 4 must be text'])
  const [many] = read(Array.from({ length: 200 }, () => 1)).problems
  expect(many).toMatchObject({ code: 'items', params: { items: { length: 100 } } })
})

test('at most twenty unknown names are listed', () => {
  const names = Array.from({ length: 30 }, (_, at) => `x${at}`)
  const { ignored } = form(`title=T&${'"'}=1&${names.join('=1&')}=1`)
  expect(ignored).toEqual(names.slice(0, 20))
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '%s is a name like any other',
  (name) => {
    expect(json(`{"title":"T","${name}":{"title":"U"}}`)).toMatchObject({
      values: { title: 'T' },
      ignored: [name],
    })
    expect(json(`{"${name}":{"title":"U"}}`).problems).toMatchObject([{ field: 'title', code: 'blank' }])
    expect(form(`title=T&${name}=1&${name}[]=1&rules[0][${name}]=1`).ignored).toContain(name)
  },
)

describe('the fields of a change', () => {
  const changes = (fields: object) => readChanges(Wish, { encoding: 'json', fields: { ...fields } })
  test('are read under the name of lists in forms too', () => {
    expect(changes({ 'options[]': ['a'] }).values).toEqual({ options: ['a'] })
    expect(changes({}).values).toEqual({})
  })
  test('are read from the parts of records', () => {
    const body = readUrlencoded('rules[0][option]=a')
    expect(readChanges(Record('Wish', { rules: Wish.properties.rules }), body).values).toEqual({
      rules: [{ option: 'a', percent: null }],
    })
  })
})

describe('a form', () => {
  const of = (fields: number, name: (place: number) => string) =>
    Array.from({ length: fields }, (_, place) => `${name(place)}=1`).join('&')

  test('has at most so many different fields', () => {
    expect(Object.keys(readUrlencoded(of(MOST_FIELDS, (place) => `a${place}`)).fields)).toHaveLength(
      MOST_FIELDS,
    )
    expect(() => readUrlencoded(of(MOST_FIELDS + 1, (place) => `a${place}`))).toThrow(
      'The form has more than 5000 different fields.',
    )
  })

  test.each([
    ['repeats', () => 'emails[]'],
    ['numbers', (place: number) => `emails[${place}]`],
  ])('may have more items in a list, whose field it %s', (_, name) => {
    expect(readUrlencoded(of(2 * MOST_FIELDS, name)).fields['emails']).toHaveLength(2 * MOST_FIELDS)
  })
})
