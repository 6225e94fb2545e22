import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import {
  base64,
  canonical,
  fingerprint,
  fromBase64,
  type Head,
  headText,
  hex,
  keyId,
  readHead,
  readNote,
  readVerifierKey,
  treeRoot,
  utf8,
  verifierKey,
  writeNote,
} from '@folkmoot/check'
import { describe, expect, test } from 'vitest'

const sha256 = (data: Uint8Array): Uint8Array => Uint8Array.from(createHash('sha256').update(data).digest())
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))

describe('canonical JSON', () => {
  test('is that of the example in RFC 8785, section 3.2.2', () => {
    const example =
      JSON.parse(String.raw`{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}`)
    expect(canonical(example)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('sorts names by UTF-16 code units, as RFC 8785, section 3.2.3, does', () => {
    const names = ['\u20ac', '\r', '\ufb01', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const sorted = Object.keys(JSON.parse(canonical(Object.fromEntries(names.map((name) => [name, 1])))))
    // Engines list the name "1" first, wherever it is.
    expect(sorted.filter((name) => name !== '1')).toEqual([
      '\r',
      '\u0080',
      '\u00f6',
      '\u20ac',
      '\ud83d\ude00',
      '\ufb01',
    ])
  })

  test('writes equivalent texts with the same bytes, and omits undefined values', () => {
    expect(canonical({ name: 'Cafe\u0301', gone: undefined })).toBe(canonical({ name: 'Caf\u00e9' }))
    expect(() => canonical([Number.NaN])).toThrow(RangeError)
  })
})

describe('the tree', () => {
  const leaves = [
    '',
    '00',
    '10',
    '2021',
    '3031',
    '40414243',
    '5051525354555657',
    '606162636465666768696a6b6c6d6e6f',
  ]
  // From the tests of Certificate Transparency, which defined this tree.
  test.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [3, 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
    [4, 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
    [5, '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
    [6, '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('over %i leaves has the root of RFC 6962', (size, root) => {
    expect(hex(treeRoot(sha256, leaves.slice(0, size).map(bytes)))).toBe(root)
  })
})

describe('a signed note', () => {
  // RFC 8032, section 7.1, test 1: the key pair.
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
  const key = bytes('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const own = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const signer = { name: 'vote.example', key }

  test('is signed by the key that RFC 8032 derives from this seed', () => {
    expect(createPublicKey(own).export({ format: 'jwk' }).x).toBe(Buffer.from(key).toString('base64url'))
    // Its signature of an empty message.
    expect(sign(null, Buffer.alloc(0), own).toString('hex')).toMatch(/^e5564300c360ac729086e2cc806e828a/)
  })

  test('returns the signed content and the name of the signer', () => {
    const signature = sign(null, utf8('one\ntwo\n'), own)
    const note = readNote(writeNote(sha256, 'one\ntwo\n', { ...signer, signature }))
    expect(note).toMatchObject({ text: 'one\ntwo\n', name: 'vote.example' })
    expect(hex(note?.id ?? key)).toBe(hex(keyId(sha256, signer)))
    expect(verify(null, utf8(note?.text ?? ''), createPublicKey(own), note?.signature ?? key)).toBe(true)
  })

  test.each(['', 'one\n', 'one\n\n— vote.example AAAA\n', 'one\n\n- vote.example AAAA\n'])(
    'is not %j',
    (text) => {
      expect(readNote(text)).toBeNull()
    },
  )

  test('has a key that is read as it was written, and only so', () => {
    const text = verifierKey(sha256, signer)
    expect(readVerifierKey(sha256, `${text}\n`)).toEqual(signer)
    expect(readVerifierKey(sha256, text.replace('vote', 'note'))).toBeNull()
    expect(readVerifierKey(sha256, 'vote.example')).toBeNull()
  })
})

describe('a head', () => {
  const head: Head = {
    origin: 'vote.example/p/abcd2345/1',
    ballots: 3,
    root: sha256(utf8('root')),
    manifest: sha256(utf8('m')),
    eligible: 5,
    voted: 3,
    roll: sha256(utf8('roll')),
    closed_at: '2026-11-23T12:00:00.000Z',
    previous: null,
  }

  test('is read as it was written', () => {
    expect(readHead(headText(head))).toEqual(head)
    const next = { ...head, previous: sha256(utf8('first')) }
    expect(readHead(headText(next))).toEqual(next)
  })

  test.each([
    ['another line', (text: string) => `${text}more\n`],
    ['a leading zero', (text: string) => text.replace('\n3\n', '\n03\n')],
    ['a short hash', (text: string) => text.replace(/m [0-9a-f]{2}/, 'm ')],
    ['no end', (text: string) => text.slice(0, -1)],
  ])('with %s is none', (_, changed) => {
    expect(readHead(changed(headText(head)))).toBeNull()
  })
})

test('a fingerprint is the beginning of the hash in base32', () => {
  expect(fingerprint(utf8('folkmoot-fingerprints'))).toBe('mzxwy23nn5xxillgnfxgozlsob')
  expect(fingerprint(sha256(utf8('')))).toMatch(/^[a-z2-7]{26}$/)
})

test('base64 is read in one spelling only', () => {
  expect(fromBase64(base64(bytes('00ff10')))).toEqual(bytes('00ff10'))
  expect(fromBase64('AB==')).toBeNull()
  expect(fromBase64('A')).toBeNull()
})
