import { expect, test } from 'vitest'
import { isRefusedHost, mayConnect } from './public-address.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.31.196.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.7',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:10.0.0.1',
  '::ffff:0:7f00:1',
  'fe80::1',
  'fe80::1%lo',
  'fe80::1%eth0.1',
  '0:0:0:0:0:ffff:7f00:1',
  '4000::1',
  '127.1',
  '0177.0.0.1',
  '2130706433',
  'fec0::1',
  'fc00::1',
  'fd12:3456:789a::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:1ff:ffff::1',
  '2002:808:808::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fd00:ec2::254',
  '',
  'localhost',
])('connecting to %s is not allowed', (address) => expect(mayConnect(address, [])).toBe(false))

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '99.255.255.255',
  '198.17.255.255',
  '198.20.0.1',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '2001:200::1',
  '2606:4700::1111',
  '2a00::1',
])('%s is public', (address) => expect(mayConnect(address, [])).toBe(true))

test('addresses that the operator allows are reachable, and no others', () => {
  const allowed = ['10.0.0.0/8', '127.0.0.1', 'fd00::/8', 'fe80::5%eth0.1']
  for (const address of ['10.200.1.1', '127.0.0.1', '::ffff:127.0.0.1', 'fd12::1', 'fe80::5', '8.8.8.8'])
    expect(mayConnect(address, allowed)).toBe(true)
  for (const address of ['11.0.0.1', '127.0.0.2', '::1', 'fc00::1', '192.168.0.1'])
    expect(mayConnect(address, allowed)).toBe(address === '11.0.0.1')
})

// Spellings that people and attackers use for this machine, or the network beside it.
test.each([
  'http://localhost',
  'http://LOCALHOST.',
  'http://hook.localhost',
  'http://127.1',
  'http://0',
  'http://0x7f.0.0.1',
  'http://0177.0.0.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://017700000001',
  'http://127.0.0.1.',
  'http://①②⑦.0.0.1',
  'http://127。0。0。1',
  'http://%31%32%37.0.0.1',
  'http://[::1]',
  'http://[::]',
  'http://[0:0:0:0:0:0:0:1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://[::127.0.0.1]',
  'http://[64:ff9b::127.0.0.1]',
  'http://[2002:7f00:1::]',
  'http://[fe80::1]',
  'http://169.254.169.254',
  'http://[fd00:ec2::254]',
  'http://0251.0376.0251.0376',
  'http://2852039166',
])('%s is rejected without a DNS lookup', (text) => {
  expect(isRefusedHost(new URL(text).hostname, [])).toBe(true)
})

test("names are resolved later, and this machine's name works where that is allowed", () => {
  expect(isRefusedHost('hooks.example.org', [])).toBe(false)
  expect(isRefusedHost('[2606:4700::1111]', [])).toBe(false)
  expect(isRefusedHost('localhost', ['127.0.0.0/8'])).toBe(false)
  expect(isRefusedHost('localhost', ['10.0.0.0/8'])).toBe(true)
})
