import { expect, test } from 'vitest'
import { untranslated } from './untranslated.ts'

const found = (html: string, own?: string[]) => untranslated(`<!doctype html><html><body>${html}`, own)

test('texts without accents are found: what is read, what is heard, and what stands on buttons', () => {
  expect(found('<p>Ýýöûû have <b>three</b> vöötéš</p>')).toEqual(['Ýýöûû have', 'three'])
  expect(found('<nav aria-label="Places"><input placeholder="A title" value="mine"><br></nav>')).toEqual([
    'Places',
    'A title',
  ])
  expect(found('<input type="submit" value="Send"><p data-left="Dots left">')).toEqual(['Send', 'Dots left'])
  expect(found('<button type="submit" value="all">Šééñð all</button>')).toEqual(['Šééñð all'])
})

test('what people and programs wrote, times and names of the service are left alone', () => {
  expect(found('<p dir="auto">The <b>roof</b></p><p translate="no">and so on</p>')).toEqual([])
  expect(found('<bdi>Ada</bdi> <code>GET this</code> <time>Friday</time><textarea>mine</textarea>')).toEqual(
    [],
  )
  expect(found('<p>ada@mill.example, Europe/Berlin, Folkmoot, 3 March, in 3 days, UTC</p>')).toEqual([])
  expect(found('<title>Ţĥéé pööļļ Paint the gate · Folkmoot</title>', ['Paint the gate'])).toEqual([])
})
