import { expect, test } from 'vitest'
import { directionIn } from './isolate.ts'
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
