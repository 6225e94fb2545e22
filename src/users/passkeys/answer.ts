/** An authenticator's response, as far as it can be read without trusting it. */
export type Answer = {
  credential_id: Buffer
  /** As the browser says it; the signature covers it. */
  challenge: string
  user_handle: string | null
  transports: string[]
  /** The whole answer, for the library that checks it. */
  json: object
}

/** Characters: far more than any authenticator sends. */
const MAX_ANSWER = 20_000
/** Bytes, as the standard limits them. */
const MAX_CREDENTIAL_ID = 1023
const MAX_CHALLENGE = 200
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** Reads the field that our script sends. Null: something else. */
export function readAnswer(text: string): Answer | null {
  if (text.length > MAX_ANSWER) return null
  const json = fields(parsed(text))
  const response = fields(json?.['response'])
  const said = fields(parsed(Buffer.from(textOf(response?.['clientDataJSON']), 'base64url').toString('utf8')))
  const challenge = textOf(said?.['challenge'])
  const credential_id = Buffer.from(textOf(json?.['id']), 'base64url')
  if (json === null || response === null || challenge === '' || challenge.length > MAX_CHALLENGE) return null
  if (credential_id.length === 0 || credential_id.length > MAX_CREDENTIAL_ID) return null
  const transports = TRANSPORTS.filter((one) => listOf(response['transports']).includes(one))
  return { credential_id, challenge, user_handle: textOf(response['userHandle']) || null, transports, json }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function fields(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
