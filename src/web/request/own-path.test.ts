import { expect, test } from 'vitest'
import { ownPath, signInPath } from './own-path.ts'

test.each([
  ['/', '/'],
  ['/p/Ab3dEf7h', '/p/Ab3dEf7h'],
  ['/help/api?a=1', '/help/api?a=1'],
  ['/a/../g/mill-lane', '/g/mill-lane'],
  ['/sign-into', '/sign-into'],
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
