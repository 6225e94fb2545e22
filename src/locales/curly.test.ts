import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { curlyAst } from './curly.ts'
import { catalogueOf, inLanguage, onPage, t } from './say.ts'

const told = () => [t('problem.blank'), t('problem.option_twice', { text: '"it\'s"' })]

test('pages have curly quotation marks and apostrophes; programs get the sentences that they know', () => {
  expect(onPage('en', told)).toEqual(['can’t be blank', 'contain “"it\'s"” more than once'])
  expect(inLanguage('en', told)).toEqual(["can't be blank", 'contain ""it\'s"" more than once'])
})

test('JSON stays JSON', () => {
  expect(onPage('en', () => t('problem.unreadable_choices'))).toContain('{"agree": 1}')
})

test('every English text on a page has curly marks, in pairs', () => {
  const wrong = Object.entries(catalogueOf('en')).filter(([, text]) => {
    const shown = JSON.stringify(curlyAst(new IntlMessageFormat(text, 'en').getAst()), (name, value) =>
      name === 'location' ? undefined : value,
    )
    const [opening, closing] = ['“', '”'].map((mark) => shown.split(mark).length)
    return opening !== closing || (/\\"|\p{L}'\p{L}/u.test(shown) && !shown.includes('{\\"'))
  })
  expect(wrong).toEqual([])
})
