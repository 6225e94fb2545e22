import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownOfHtml } from './markdown-of-html.ts'
import { toHtml, toPlain } from './rich-text.ts'

/** The Markdown as displayed, without spaces between elements. */
const shown = (html: string) =>
  toHtml(markdownOfHtml(html), 'md')
    .replace(/\s*(<[^>]*>)\n/g, '$1')
    .replace(/\n(<ul)/g, '$1')

describe('Markdown of HTML', () => {
  test.each([
    ['<p>Hello <b>you</b> and <em>me</em></p>', '<p>Hello <strong>you</strong> and <em>me</em></p>'],
    ['<p>one<br>two</p><p>three</p>', '<p>one<br />two</p><p>three</p>'],
    ['plain words', '<p>plain words</p>'],
    ['<p>so<b> near </b>it</p>', '<p>so <strong>near</strong> it</p>'],
    [
      '<ul><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>',
      '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
    ],
    ['<ol start="3"><li>a</li><li>b</li></ol>', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
    ['<h1>Big</h1>', '<h3>Big</h3>'],
    ['<pre>a\n  `b`</pre>', '<pre><code>a\n  `b`\n</code></pre>'],
    ['<p>say <code>a`b</code></p>', '<p>say <code>a`b</code></p>'],
    [
      '<p><a href="https://x.example/a_b?c=1&amp;d=(2)">there</a></p>',
      '<p><a href="https://x.example/a_b?c=1&amp;d=(2)" rel="noopener nofollow">there</a></p>',
    ],
    ['<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', '<p>a | b<br />c</p>'],
    ['<p>a</p><hr><p>b</p>', '<p>a</p><hr /><p>b</p>'],
  ])('shows %s as it was', (html, expected) => {
    expect(shown(html)).toBe(expected)
  })

  test.each([
    '# no heading',
    '- no list',
    '1. no list',
    '*a* _b_ `c` [d](e) ~~f~~',
    '&amp;lt; \\ |',
    '> no quote',
    '---',
  ])('keeps %s as text', (text) => {
    const html = `<p>${text.replaceAll('>', '&gt;')}</p>`
    expect(shown(html)).toBe(toHtml(html, 'html'))
  })

  test('keeps whole URLs, and people mentioned with @', () => {
    expect(markdownOfHtml('<p>@ben see https://x.example/a_b_c</p>')).toBe('@ben see https://x.example/a_b_c')
  })

  test('removes scripts, styles and handlers', () => {
    const text = markdownOfHtml(
      '<p onclick="x()">a<script>b()</script><style>c</style></p><a href="javascript:d()">e</a>',
    )
    expect(text).toBe('a\n\ne')
  })

  test('keeps the content of any text', () => {
    const words = fc.stringMatching(/^[ -~]{0,40}$/)
    fc.assert(
      fc.property(words, (text) => {
        const html = `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`
        expect(toPlain(markdownOfHtml(html), 'md')).toBe(toPlain(html, 'html'))
      }),
    )
  })
})
