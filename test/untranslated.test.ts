import { expect, test } from 'vitest'
import { untranslated } from './untranslated.ts'

const found = (html: string, own?: string[]) => untranslated(`<!doctype html><html><body>${html}`, own)

test('texts without accents are found: visible text, labels for screen readers, and buttons', () => {
  expect(found('<p>Ýýöûû have <b>three</b> vöötéš</p>')).toEqual(['Ýýöûû have', 'three'])
  expect(found('<nav aria-label="Places"><input placeholder="A title" value="mine"><br></nav>')).toEqual([
    'Places',
    'A title',
  ])
  expect(found('<input type="submit" value="Send"><p data-left="Dots left">')).toEqual(['Send', 'Dots left'])
  expect(found('<button type="submit" value="all">Šééñð all</button>')).toEqual(['Šééñð all'])
})

test('content of people and programs, times and product names are ignored', () => {
  expect(found('<p dir="auto">The <b>roof</b></p><p translate="no">and so on</p>')).toEqual([])
  expect(found('<bdi>Ada</bdi> <code>GET this</code> <time>Friday</time><textarea>mine</textarea>')).toEqual(
    [],
  )
  expect(found('<p>ada@mill.example, Europe/Berlin, Folkmoot, 3 March, in 3 days, UTC</p>')).toEqual([])
  expect(found('<title>Ţĥéé pööļļ Paint the gate · Folkmoot</title>', ['Paint the gate'])).toEqual([])
})
