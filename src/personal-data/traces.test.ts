import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWorld } from '../../test/world.ts'
import { tracesOf } from './traces.ts'

const world = await createWorld()

type Named = { name: string; username?: string | null; email?: string; other_names?: string[] }

const patternsOf = ({ name, username = 'al', email = 'al@far.example', other_names = [] }: Named) =>
  tracesOf({ name, username, email, other_names })

async function left(by: 'without' | 'body_without' | 'html_without', text: string, patterns: string[]) {
  const { rows } = await world.db.pool.query(`select ${by}($1, $2) as left, names_any($1, $2) as found`, [
    text,
    patterns,
  ])
  // Only what contains a trace is changed.
  expect(rows[0].found).toBe(rows[0].left !== text)
  return rows[0].left
}

test.each([
  ['Al', 'Also Al (al…) and Hal met AL', 'Also […] and Hal met AL'],
  ['王伟', '会员王伟投票了', '会员[…]投票了'],
  ['Zora', 'Zoraさん、由Zora发起、وZora, Zoraé', '[…]さん、由[…]发起、و[…], Zoraé'],
  ['Zora', 'アドレスal@far.exampleと@alさん', 'アドレス[…]と@[…]さん'],
  ['A. (B) *', 'A. (B) * is A. (B) *!', '[…] is […]!'],
  ['Tom & Co', '<p>Tom &amp; Co</p>', '<p>[…]</p>'],
  ['Ann', 'Ann, Annette, Leann, Ann-Marie, Jo-Ann, Ann’s', '[…], Annette, Leann, Ann-Marie, Jo-Ann, […]’s'],
  ['André', 'Andrée et André, Andrés', 'Andrée et […], Andrés'],
  ['Ян', 'Ян у Январі, Ян-Том', '[…] у Январі, Ян-Том'],
  ['علي', 'علي وعلي عليه معلي', '[…] و[…] عليه معلي'],
  ['アン', 'アンさんのアンケート', '[…]さんのアンケート'],
  [
    'lady',
    'lady lady@far.example, bob@lady.example, bob@the.lady.example',
    '[…] lady@far.example, bob@lady.example, bob@the.lady.example',
  ],
  ['moot', 'moot: https://moot.example/d/moot', '[…]: https://moot.example/d/moot'],
  ['personal', 'personal: \u0002personal\u0003', '[…]: \u0002personal\u0003'],
  ['1', '1 of 10, 21, v1', '[…] of 10, 21, v1'],
])('the name %s is found as it stands, and nothing else', async (name, text, expected) => {
  expect(await left('without', text, patternsOf({ name }))).toBe(expected)
})

test.each([
  ['ada@x.example, <ADA@x.example>; _ada@x.example_.', '[…], <[…]>; _[…]_.'],
  ['lady.ada@x.example lady+ada@x.example lady-ada@x.example ladyada@x.example', null],
  ['ada@x.example.org, ada@x.examples, ada@x.example-two.org', null],
  ['?email=ada%40x.example&to=lady%2Bada%40x.example', '?email=[…]&to=lady%2Bada%40x.example'],
  ['...ada@x.example and ada@x.example...', '...[…] and […]...'],
  ['ada@old.example, lady.ada@old.example', '[…], lady.ada@old.example'],
  ['@ada, x@ada.example, @ada-two, @ada.', '@[…], x@ada.example, @ada-two, @[…].'],
])('an address is found whole: %s', async (text, expected) => {
  const person = { name: 'Zora', username: 'ada', email: 'ada@x.example', other_names: ['ada@old.example'] }
  expect(await left('without', text, patternsOf(person))).toBe(expected ?? text)
})

test.each([
  ['Zora', '{"text":"Hi,\\nZora and\\nal@far.example"}', '{"text":"Hi,\\n[…] and\\n[…]"}'],
  ['Tom', '{"username":"al","title":"al"}', '{"username":"[…]","title":"al"}'],
  ['Tom "T" T', '{"name":"Tom \\"T\\" T"}', '{"name":"[…]"}'],
  ['1', '{"at":1,"1":[1,"1",1.50],"b":null}', '{"at":1,"1":[1,"[…]",1.50],"b":null}'],
  ['null', '{"b":null,"a":"null"}', '{"b":null,"a":"[…]"}'],
  ['Zoé', '["Zo\\u00e9"]', '["[…]"]'],
  ['Zora', '{"al@far.example":1,"Zora":2}', '{"[…]":1,"Zora":2}'],
  ['Zora', '[not JSON] Zora', '[not JSON] […]'],
  ['Zora', '{"cut off":"by Zora', '{"cut off":"by […]'],
  ['Zora', '{"odd":"\\u0000","name":"Zora"}', '{"odd":"\\u0000","name":"[…]"}'],
])('of JSON, texts alone lose the name %s', async (name, text, expected) => {
  expect(await left('body_without', text, patternsOf({ name }))).toBe(expected)
})

test.each([
  ['td', '<td width="1">td</td> &amp; td', '<td width="1">[…]</td> &amp; […]'],
  ['amp', '<p>amp &amp; co</p>', '<p>[…] &amp; co</p>'],
  ['red', '<style>p { color: red }</style><p>red</p>', '<style>p { color: red }</style><p>[…]</p>'],
  ['"', '<a href="/p">"</a>', '<a href="/p">[…]</a>'],
  ['Zora', '<a href="mailto:al@far.example">al@far.example</a>', '<a href="mailto:[…]">[…]</a>'],
])('of HTML, tags do not lose the name %s', async (name, text, expected) => {
  expect(await left('html_without', text, patternsOf({ name }))).toBe(expected)
})

const ODD = [
  '1',
  '-0',
  'null',
  'true',
  '{',
  '}',
  '"',
  '\\',
  '\\n',
  '\\u0041',
  '[',
  '***',
  '(?i)',
  '.*',
  "'",
  '$1',
  '\\1',
  ',',
  ':',
]
const oddName = fc
  .oneof(
    fc.constantFrom(...ODD),
    fc
      .array(fc.constantFrom(...ODD, 'a', ' ', 'é', '王'), { minLength: 1, maxLength: 8 })
      .map((all) => all.join('')),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
  )
  .map((name) => name.replace(/\p{Cc}/gu, '').trim())
  .filter((name) => name !== '')

test('whatever a person is called, JSON stays what it was, without the name', async () => {
  await fc.assert(
    fc.asyncProperty(oddName, fc.jsonValue(), async (name, other) => {
      const content = { said: `By ${name} .`, name, count: 1, none: null, yes: true, list: [other] }
      const patterns = patternsOf({ name, username: null, email: 'zora@far.example' })
      const { rows } = await world.db.pool.query(
        'select body_without($1, $2) as left, names_any($1, $2) as found',
        [JSON.stringify(content).replaceAll('\\u0000', ''), patterns],
      )
      expect(rows[0].found).toBe(true)
      const found = JSON.parse(rows[0].left)
      expect(Object.keys(found)).toEqual(Object.keys(content))
      expect(found).toMatchObject({ name: '[…]', count: 1, none: null, yes: true })
      expect(found.said).not.toContain(` ${name} `)
    }),
    { numRuns: 300 },
  )
})
