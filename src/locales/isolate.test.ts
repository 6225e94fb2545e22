import { expect, test } from 'vitest'
import { directionIn, selfContained } from './isolate.ts'
import { inLanguage, t } from './say.ts'

const invited = (name: string) => t('mail.writes', { who: name })

test('a name that runs against the language of its sentence is isolated', () => {
  const latin = inLanguage('ar', () => invited('Ada (Mill Lane)'))
  expect(latin).toContain('\u2068Ada (Mill Lane)\u2069')
  expect(inLanguage('en', () => invited('ليلى (حلب)'))).toContain('\u2068ليلى (حلب)\u2069')
})

test('a name in the direction of its sentence, and an address, stay as they are', () => {
  expect(inLanguage('ar', () => invited('ليلى'))).not.toMatch(/[\u2068\u2069]/)
  expect(inLanguage('en', () => invited('Ada'))).not.toMatch(/[\u2068\u2069]/)
  const said = inLanguage('ar', () => t('sso.to_sign_in'))
  expect(said).not.toMatch(/[\u2068\u2069]/)
})

test('a title that turns letters round turns only its own', () => {
  const title = '\u202e\u2067Roof'
  expect(inLanguage('en', () => t('mail.outcome', { title }))).toMatch(/\u2067Roof\u2069$/)
  const told = inLanguage('ar', () => t('mail.outcome', { title }))
  expect(told).toContain('\u2068\u2067Roof\u2069\u2069')
  expect(told).not.toContain('\u202e')
})

test.each([
  ['\u202egnp.exe', 'gnp.exe'],
  ['a\u202bb\u202cc\u202ad', 'abcd'],
  ['\u2067Roof', '\u2067Roof\u2069'],
  ['\u2068a \u2067b\u2069', '\u2068a \u2067b\u2069\u2069'],
  ['a\u2069\u2069b', 'ab'],
  ['\u2068Ada\u2069 votes', '\u2068Ada\u2069 votes'],
  ['\u200fסבא\u200f', '\u200fסבא\u200f'],
])('a text beside others does not turn them: %j', (written, kept) => {
  expect(selfContained(written)).toBe(kept)
})

test('names in a list are isolated one by one', () => {
  const said = inLanguage('en', () => t('method.elected', { names: ['ليلى', 'Ada'] }))
  expect(said).toContain('\u2068ليلى\u2069 and Ada')
})

test('a sentence runs in the direction of its own words, even if it begins with a name', () => {
  const joined = (actor: string) => t('history.member_joined', { actor })
  expect(directionIn(inLanguage('ar', () => joined('Ada')))).toBe('rtl')
  expect(directionIn(inLanguage('en', () => joined('ليلى')))).toBe('ltr')
  expect(directionIn(inLanguage('ar', () => '2026'))).toBe('auto')
})
