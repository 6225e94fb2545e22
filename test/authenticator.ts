import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The options that a service sends to a browser, as JSON. */
export type Asked = { challenge: string; rp?: { id: string }; user?: { id: string }; rpId?: string }

/** The differences of an attacker or a broken device. */
export type Odd = {
  origin?: string
  host?: string
  challenge?: string
  type?: string
  counter?: number
  user_handle?: string | null
  /** The bits of the authenticator's data: 1 someone touched it, 4 it checked who, 64 a new key. */
  flags?: number
  format?: string
  signature?: Buffer
  id?: string
}

/** An authenticator in software, with one passkey: real keys and signatures, in the formats of WebAuthn. */
export type Authenticator = {
  id: string
  /** Makes the passkey, and returns what our script would send. */
  make(asked: Asked, odd?: Odd): string
  /** Signs in. */
  answer(asked: Asked, odd?: Odd): string
}

const PRESENT = 1
const VERIFIED = 4
const SYNCABLE = 8
const SYNCED = 16
const NEW_KEY = 64

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const url = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** `counts`: whether it counts its signatures, as hardware keys do. */
export function newAuthenticator(origin: string, counts = true): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = map(
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  )
  const id = randomBytes(32)
  let handle = ''
  let count = 0

  const clientData = (type: string, { challenge }: Asked, odd: Odd) =>
    Buffer.from(
      JSON.stringify({
        type: odd.type ?? type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const data = (flags: number, more: Buffer, odd: Odd) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(odd.counter ?? (counts ? ++count : 0))
    const host = sha256(odd.host ?? new URL(origin).hostname)
    return Buffer.concat([host, Buffer.from([odd.flags ?? flags]), counter, more])
  }
  const sent = (response: object, odd: Odd) => {
    const own = odd.id ?? url(id)
    return JSON.stringify({ id: own, rawId: own, type: 'public-key', response, clientExtensionResults: {} })
  }

  return {
    id: url(id),
    make: (asked, odd = {}) => {
      handle = asked.user?.id ?? ''
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const made = Buffer.concat([Buffer.alloc(16), length, id, cose])
      const authData = data(PRESENT | VERIFIED | SYNCABLE | SYNCED | NEW_KEY, made, odd)
      const attestation = map(['fmt', odd.format ?? 'none'], ['attStmt', map()], ['authData', authData])
      const clientDataJSON = url(clientData('webauthn.create', asked, odd))
      return sent(
        { clientDataJSON, attestationObject: url(attestation), transports: ['internal', 'odd'] },
        odd,
      )
    },
    answer: (asked, odd = {}) => {
      const said = clientData('webauthn.get', asked, odd)
      const authData = data(PRESENT | VERIFIED | SYNCABLE | SYNCED, Buffer.alloc(0), odd)
      const signature = odd.signature ?? sign('sha256', Buffer.concat([authData, sha256(said)]), privateKey)
      const response = {
        clientDataJSON: url(said),
        authenticatorData: url(authData),
        signature: url(signature),
        ...(odd.user_handle === null ? {} : { userHandle: odd.user_handle ?? handle }),
      }
      return sent(response, odd)
    },
  }
}

type Item = number | string | Buffer

/** A map in CBOR, with small integers, short texts and bytes. */
function map(...entries: [Item, Item][]): Buffer {
  const inside = entries.flatMap(([key, value]) => [item(key), item(value)])
  return encoded(Buffer.concat([Buffer.from([0xa0 + entries.length]), ...inside]))
}

/** Nested maps. */
const done = new WeakSet<Buffer>()

function encoded(buffer: Buffer): Buffer {
  done.add(buffer)
  return buffer
}

function item(value: Item): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  return done.has(value) ? value : Buffer.concat([head(2, value.length), value])
}

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length])
  if (length < 256) return Buffer.from([(kind << 5) | 24, length])
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255])
}
