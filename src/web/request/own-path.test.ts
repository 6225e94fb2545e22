import { expect, test } from 'vitest'
import { ownPath, returnPath, signInPath } from './own-path.ts'

test.each([
  ['/', '/'],
  ['/p/Ab3dEf7h', '/p/Ab3dEf7h'],
  ['/help/api?a=1', '/help/api?a=1'],
  ['/a/../g/mill-lane', '/g/mill-lane'],
  ['/sign-into', '/sign-into'],
  ['/d/Ab3dEf7h#comment-3', '/d/Ab3dEf7h#comment-3'],
])('%j leads to %j', (text, path) => {
  expect(ownPath(text)).toBe(path)
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/./\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  'javascript:alert(1)',
  'p/x',
  '',
  ' /p/x',
  '/é',
  '/sign-in',
  '/sign-in/code',
  '/sign-out',
  '/setup?k=x',
  '/sign-in#x',
  `/${'x'.repeat(500)}`,
  null,
  ['/p/x'],
])('%j leads home', (text) => {
  expect(ownPath(text)).toBe('/')
})

test('the sign-in link remembers the page it started from', () => {
  expect(signInPath('/')).toBe('/sign-in')
  expect(signInPath('/p/x?a=1&b=2')).toBe('/sign-in?next=%2Fp%2Fx%3Fa%3D1%26b%3D2')
})

test.each([
  ['/g/mill-lane/polls?state=closed', '/g/mill-lane/polls?state=closed'],
  ['/g/mill-lane/threads?tag=too%20wet&from=20', '/g/mill-lane/threads?tag=too+wet&from=20'],
  ['/p/Ab3dEf7h?k=secret&people=2&done=voted', '/p/Ab3dEf7h?people=2'],
  ['/d/Ab3dEf7h?k=secret', '/d/Ab3dEf7h'],
  ['/sign-in?next=/account', '/'],
  ['//evil.example/?state=closed', '/'],
  [`/g/mill-lane/members?search=${'x'.repeat(500)}`, '/g/mill-lane/members'],
])('%j returns to %j, with what was chosen, and without tokens', (url, path) => {
  expect(returnPath(url)).toBe(path)
})
