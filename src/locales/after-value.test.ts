import { expect, test } from 'vitest'
import { type Language, OFFERED } from './languages.ts'
import { inLanguage, onPage, sayParts, t } from './say.ts'

const EV = 'Ulmengarten e. V.'
const joined = (language: Language, group: string) => inLanguage(language, () => t('poll.joined', { group }))

test.each([
  [EV, 'You are now a member of Ulmengarten e. V.'],
  ['Mill Lane', 'You are now a member of Mill Lane.'],
  ['And so on...', 'You are now a member of And so on...'],
])('a sentence that ends with the name %s has one full stop', (group, said) => {
  expect(joined('en', group)).toBe(said)
  expect(onPage('en', () => t('poll.joined', { group }))).toBe(said)
})

test('a sentence after such a name follows it as usual', () => {
  const said = t('poll.personal_link_signed_in', { name: 'Sammy Davis Jr.', viewer: 'Ada' })
  expect(said).toMatch(/for Sammy Davis Jr\. You are signed in/)
})

test('in no language are there two full stops', () => {
  for (const language of OFFERED) expect(joined(language, EV)).not.toMatch(/\.\./)
})

test('a name in another direction keeps the full stop of its sentence', () => {
  expect(joined('ar', EV)).toContain(`\u2068${EV}\u2069`)
  expect(joined('ar', EV)).toMatch(/\u2069\.$/)
})

test('the same is true of a name in markup', () => {
  const element = (children: unknown) => ({ props: { children } })
  const after = (group: unknown) => sayParts('page.nothing_waits', { group }).at(-1)
  expect(after(element(element(EV)))).toBe('')
  expect(after(element('Mill Lane'))).toBe('.')
})
