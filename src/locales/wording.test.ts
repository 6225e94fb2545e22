import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { intlTag, type Language, OFFERED } from './languages.ts'
import { catalogueOf, inLanguage, t } from './say.ts'

type Ast = ReturnType<IntlMessageFormat['getAst']>

const english = Object.entries(catalogueOf('en'))
const others = OFFERED.filter((language) => language !== 'en')
const textOf = (language: Language, key: string) => catalogueOf(language)[key] ?? ''

/** Messages of a language that match: each as its key and text. */
const matching = (language: Language, pattern: RegExp) =>
  Object.entries(catalogueOf(language)).filter(([, text]) => pattern.test(text))

/** The forms of every plural in a message. */
function pluralsIn(ast: Ast): string[][] {
  return ast.flatMap((element) => {
    if (element.type === 8) return pluralsIn(element.children)
    if (element.type !== 5 && element.type !== 6) return []
    const inner = Object.values(element.options).flatMap(({ value }) => pluralsIn(value))
    return element.type === 6 ? [Object.keys(element.options), ...inner] : inner
  })
}

/** The forms that a language has for whole numbers. 0 may read as the many do. */
function formsOf(language: Language): string[] {
  const rules = new Intl.PluralRules(intlTag(language))
  const forms = new Set(Array.from({ length: 200 }, (_, number) => rules.select(number)))
  return [...forms].filter((form) => form !== 'zero')
}

describe.each(others)('the texts of %s', (language) => {
  test('call a button or a page by its actual name', () => {
    const labels = Map.groupBy(english, ([, text]) => text)
    for (const [key, text] of english)
      for (const [, quoted, pressed] of text.matchAll(/[“"]([^“”"]{3,60})[”"]|<b>([^<]+)<\/b>/g)) {
        const called = labels.get(quoted ?? pressed ?? '')?.map(([label]) => textOf(language, label))
        if (called === undefined) continue
        const said = textOf(language, key).toLowerCase()
        expect([key, called, called.some((label) => said.includes(label.toLowerCase()))]).toEqual([
          key,
          called,
          true,
        ])
      }
  })

  test('have every plural form of the language', () => {
    const needed = formsOf(language)
    for (const [key, text] of Object.entries(catalogueOf(language)).filter(countsSomething))
      for (const forms of pluralsIn(new IntlMessageFormat(text, intlTag(language)).getAst()))
        expect([key, needed.filter((form) => !forms.includes(form) && !lasts(form, forms))]).toEqual([
          key,
          [],
        ])
  })
})

/** An hour is no amount. */
const countsSomething = ([key]: [string, string]) => key !== 'time.at'

/** "=1" and the like stand for a form that has only that number. */
const lasts = (form: string, forms: string[]) => form === 'one' && forms.includes('=1')

test('French marks stand after a no-break space', () => {
  expect(matching('fr', / [;!?»]| :(?=\s|$|<)|« /)).toEqual([])
})

test('Japanese marks are of full width, and nothing is set apart by spaces', () => {
  const LETTER = '[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}）」]'
  expect(matching('ja', new RegExp(`${LETTER}[:!?,.](?![/=])`, 'u'))).toEqual([])
  expect(matching('ja', new RegExp(`${LETTER} [{A-Za-z0-9]|[}A-Za-z0-9] ${LETTER}`, 'u'))).toEqual([])
})

test('Japanese says さん to whoever does something', () => {
  expect(matching('ja', /\{(?:actor|inviter|who)\}(?!さん|[：、]| ·)/)).toEqual([])
})

/** Words that the glossary has another word for. */
const AVOIDED: Partial<Record<Language, RegExp>> = {
  ar: /بواسطة|من قِبل|صوت فارغ|بطاقة اقتراع|التصويت المجهول|استخد|صوّتّ/,
  de: /\b(Login|Umfrage|Stimmabgabe|Demo-Gruppe|versandt)\b/,
  it: /e-mail|amministrat|scrutin|\bspoglio|[“”]/,
  ja: /空の票|を記した|サイン(イン|アウト)|ブラウザ(?!ー)|だれ|わか(ら|り|る)|構いません|[一二]つ/,
  nl: /afdruk(?:ken|t)\b|hoogstens|optioneel|telwijze/,
  pl: /(?<!inn[aeyą] )(?<!inną )(?<!inne )\busług/,
  uk: /\b[Тт]ермін дії|\bЛогін/,
  'zh-Hans': /账号|小组|登陆/,
}

test('no language has a second word for the same thing', () => {
  for (const [language, pattern] of Object.entries(AVOIDED))
    expect([language, matching(language as Language, pattern)]).toEqual([language, []])
})

/** Here `when` is a distance. */
const AGO = ['outbox.trial_sent']

test.each(OFFERED)(
  'a time, which ends with its zone in brackets, has no others beside or around it in %s',
  (language) => {
    const bracketed = /[(（][^()（）]*\{(?:time|closing|when)\}|\{(?:time|closing|when)\}\s*[(（]/
    expect(matching(language, bracketed).filter(([key]) => !AGO.includes(key))).toEqual([])
  },
)

test.each(OFFERED)(
  'how many voted is a sentence, as it stands after a label or a colon, in %s',
  (language) => {
    const counts = { part: 4, whole: 8 }
    inLanguage(language, () => {
      expect(t('count.turnout', counts)).not.toMatch(/[:：]/)
      expect(t('result.turnout', { voted: 4, voters: 8 })).not.toMatch(/[:：]/)
      expect(t('verdict.turnout', { ...counts, share: 0.5 })).not.toMatch(/[:：]/)
      expect(t('verdict.ruling_quorum', { ...counts, reached: 0.5, percent: 0.2 })).not.toMatch(/[:：]/)
    })
  },
)

test.each(OFFERED)('the end of an axis calls one voter by words in %s', (language) => {
  inLanguage(language, () => {
    for (const key of ['result.all_who_voted', 'result.yes_from_all', 'drawing.all_voters'] as const)
      expect(t(key, { voters: 1 })).not.toContain('1')
  })
})

test.each(OFFERED)('the option of an outcome has another label than that of a count in %s', (language) => {
  const labelOf = (key: string) => textOf(language, key).split(/\s?[:：]/)[0]
  const counted = ['method.chosen', 'method.elected', 'count.chosen'].map(labelOf)
  for (const key of ['result.decided_on', 'feed.decided_on', 'mail.fact_decided'])
    expect(counted).not.toContain(labelOf(key))
})

describe('a share stands apart from Chinese text by a space, and from Japanese text by none', () => {
  const rule = (thirds: 'two' | 'other') => {
    const bound = t('verdict.bound', { thirds, percent: 0.66 })
    return t('verdict.rule_agree', { of: 'cast', at: 'least', bound })
  }

  test.each([
    ['zh-Hans', '参与投票者中至少 66% 赞成', '参与投票者中至少 2/3 赞成'],
    ['ja', '投票した人の66%以上が賛成すること', '投票した人の3分の2以上が賛成すること'],
  ] as const)('%s', (language, percent, thirds) => {
    expect(inLanguage(language, () => [rule('other'), rule('two')])).toEqual([percent, thirds])
    const joined = language === 'ja' ? /[％]|\d% | \d+%/ : /[％\p{sc=Han}]\d+%|%\p{sc=Han}/u
    expect(matching(language, joined)).toEqual([])
  })
})
