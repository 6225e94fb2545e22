import MarkdownIt from 'markdown-it'
import { describe, expect, test, vi } from 'vitest'
import { markup, safe } from './markup.ts'
import { oneLine } from './one-line.ts'
import { type Format, toHtml, toPlain } from './rich-text.ts'

const INJECTIONS = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.gif" alt="a pixel">',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/sign-out">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" style="position:fixed">x</a>',
  '<form action="https://evil.example"><input name=password><button>Go</button></form>',
  '<iframe src="https://evil.example"></iframe>',
  '<style>body{display:none}</style>',
  '<p style="background:url(https://evil.example)" class="button" id="main">x</p>',
  '<math><mtext></p><style><img src=x onerror=alert(1)></style>',
  '<base href="https://evil.example"><link rel=stylesheet href="https://evil.example/x.css"><meta http-equiv=refresh content=0>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '[x](javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '![pixel](https://evil.example/pixel.gif)',
  '[x](//evil.example/a)',
  '<https://ok.example/"onmouseover="alert(1)>',
  '`<script>alert(1)</script>`',
  '"><script>alert(1)</script>',
  '<a href="https://evil.example/?&#2;personal&#3;">x</a>',
  'a \u0002personal\u0003 b',
]

const CONTROLS = /[^\P{Cc}\n\t]/u
const TAG = /<\/?([a-z0-9]+)([^>]*)>/gi
const TAGS =
  'p br hr blockquote pre code ul ol li h3 h4 h5 h6 a strong b em i u s del sub sup table thead tbody tr th td'.split(
    ' ',
  )
const HREF = /^( href="(https?:\/\/|mailto:)[^"<>]*" rel="noopener nofollow"| start="\d+")?( \/)?$/

describe.each(['md', 'html'] as Format[])('%s', (format) => {
  test.each(INJECTIONS)('only allowed HTML remains: %s', (text) => {
    const html = toHtml(text, format)
    for (const [, tag = '', attributes = ''] of html.matchAll(TAG)) {
      expect(TAGS).toContain(tag)
      expect(attributes).toMatch(HREF)
    }
    expect(html.replace(TAG, '')).not.toMatch(/[<>]/)
    expect(html).not.toMatch(CONTROLS)
    expect(toPlain(text, format)).not.toMatch(CONTROLS)
  })
})

test('the same check finds planted examples', () => {
  const [, tag, attributes = ''] = [...'<a href="javascript:alert(1)">'.matchAll(TAG)][0] ?? []
  expect(TAGS).toContain(tag)
  expect(attributes).not.toMatch(HREF)
})

test('user texts are shown as their authors meant them', () => {
  const text =
    '# Plan\n\nWe **need** a [shed](https://shed.example/?a=1&b=2):\n\n- one\n- two\n  1. inner\n\n> quoted\n> twice\n\nhttps://bare.example'
  expect(toHtml(text, 'md')).toContain('<h3>Plan</h3>')
  expect(toHtml(text, 'md')).toContain(
    '<a href="https://shed.example/?a=1&amp;b=2" rel="noopener nofollow">shed</a>',
  )
  expect(toPlain(text, 'md')).toBe(
    [
      'Plan',
      '',
      'We need a shed (https://shed.example/?a=1&b=2):',
      '',
      '- one',
      '- two',
      '  1. inner',
      '',
      '> quoted',
      '> twice',
      '',
      'https://bare.example',
    ].join('\n'),
  )
})

test('HTML becomes readable text', () => {
  const html =
    '<p>One &amp; two<br>three</p><ul><li><p>loose</p></li><li>tight</li></ul><pre>a\n  b</pre><table><tr><th>n</th><td>1</td></tr></table>'
  expect(toPlain(html, 'html')).toBe('One & two\nthree\n\n- loose\n- tight\n\n    a\n      b\n\nn  1')
})

test('a hundred thousand hostile characters take little time', () => {
  for (const piece of [
    '[',
    '> ',
    '<b>',
    '`',
    '*a ',
    '![](',
    '<a href="',
    `${'- '.repeat(30)}\n`,
    '&#2;',
    '|a',
  ]) {
    const text = piece.repeat(Math.floor(100_000 / piece.length))
    expect(toPlain(text, 'md').length).toBeGreaterThanOrEqual(0)
    expect(toPlain(text, 'html').length).toBeGreaterThanOrEqual(0)
  }
})

describe('tables', () => {
  const table = (columns: number, rows: string) =>
    `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${rows}\nx\n\n`

  test('may be large if their rows have content', () => {
    const html = toHtml(table(20, `${'|b'.repeat(20)}|\n`.repeat(500)), 'md')
    expect(html.match(/<td>b/g)).toHaveLength(10_000)
  })

  test('get the cells that single rows leave out', () => {
    expect(toHtml(table(3, '|b|\n'), 'md').match(/<td>/g)).toHaveLength(3)
  })

  test('with thousands of missing cells become text', () => {
    const text = `${table(3, '|b|\n')}${table(200, '|\n'.repeat(330)).repeat(8)}${table(2, '|b|c|\n')}`
    const html = toHtml(text, 'md')
    expect(html.length).toBeLessThan(text.length * 4)
    expect(html.match(/<td>/g)).toHaveLength(3)
  })

  test('are allowed in lists and quotes, and end a paragraph', () => {
    for (const before of ['> ', '- ', '']) {
      const indent = before === '- ' ? '  ' : before
      const html = toHtml(`${before}words\n${indent}a|b\n${indent}-|-\n${indent}c|d`, 'md')
      expect(html).toContain('<td>c</td>')
    }
  })
})

describe('HTML nested deeper than anyone needs', () => {
  test('is text from there on, and later HTML stays', () => {
    const html = toHtml(`${'<b>'.repeat(1_000)}deep${'</b>'.repeat(1_000)}<p>after</p>`, 'html')
    expect(html).toContain('after')
    expect(html.length).toBeLessThan(20_000)
  })

  test('keeps paragraphs and items without end tags, however many', () => {
    const html = toHtml(`<ul>${'<li>a'.repeat(500)}</ul>${'<p>b<br>'.repeat(500)}`, 'html')
    expect([html.match(/<li>a/g)?.length, html.match(/<p>b/g)?.length]).toEqual([500, 500])
  })

  test('accepts end tags without start tags', () => {
    expect(toHtml('</i>a</b></p>'.repeat(20), 'html')).not.toContain('&lt;')
  })
})

test('a long text is sanitized once', () => {
  const render = vi.spyOn(MarkdownIt.prototype, 'render')
  const text = `*Long* ${'words '.repeat(1_000)}`
  expect(toHtml(text, 'md')).toBe(toHtml(text, 'md'))
  expect(render).toHaveBeenCalledTimes(1)
  render.mockRestore()
})

test('a name stays on its line', () => {
  expect(oneLine('Ada\r\nBcc: eve@evil.example')).toBe('Ada Bcc: eve@evil.example')
  expect(oneLine(' a\u2028b\u202ec\u0002d ')).toBe('a bc d')
})

test('markup escapes its values, except markup', () => {
  expect(
    markup`<p title="${'"x" & \'y\''}">${'<b>'}${safe('<i>ok</i>')}${[markup`<u>${1}</u>`]}${null}</p>`.html,
  ).toBe('<p title="&quot;x&quot; &amp; &#39;y&#39;">&lt;b&gt;<i>ok</i><u>1</u></p>')
})
