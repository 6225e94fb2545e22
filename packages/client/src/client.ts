import { type Answers, type Inputs, type Items, OPERATIONS } from './generated.ts'
import { type Reply, type Sending, send, type Wish } from './send.ts'

/** How to reach a service, and how patiently. */
export type Settings = {
  /** The address of the service, such as https://moot.example.org. */
  url: string
  /** The API key. */
  key: string
  /** How often a request that can be repeated is tried again: 3 times unless said otherwise. */
  retries?: number
  /** How long one try may take: 30 000 ms unless said otherwise. */
  timeout_ms?: number
  /** The longest pause between two tries: 60 000 ms unless said otherwise. */
  longest_pause_ms?: number
  /** Sends requests; the global fetch unless said otherwise. */
  fetch?: typeof fetch
}

export type CallOptions = {
  signal?: AbortSignal
  /**
   * Sent again with the same key within 24 hours, a request is answered again and done once. Made up when
   * left out.
   */
  idempotency_key?: string
  /** Refuse the change (412) unless the record still has this ETag. */
  if_match?: string
}

type Operation = keyof Inputs

type Arguments<Op extends Operation> =
  Partial<Inputs[Op]> extends Inputs[Op]
    ? [input?: Inputs[Op], options?: CallOptions]
    : [input: Inputs[Op], options?: CallOptions]

/** Every call of the interface, by its name in the OpenAPI document. */
export type Calls = { [Op in Operation]: (...args: Arguments<Op>) => Promise<Answers[Op]> }

export type Client = Calls & {
  /** The records of a list, one after the other; pages are fetched as they are needed. */
  each<Op extends keyof Items>(
    operation: Op,
    input?: Inputs[Op],
    options?: Pick<CallOptions, 'signal'>,
  ): AsyncGenerator<Items[Op], void, undefined>
  /** Any request, with the answer's status and headers: an ETag, a 304, what is left of the allowance. */
  request(wish: Wish): Promise<Reply>
}

/** What the document says of a call that matters for sending it. */
type Described = {
  method: string
  path: string
  query: readonly string[]
  /** Done once by its Idempotency-Key. */
  once: boolean
  /** Which array of its answer holds what is listed; null: it is no list. */
  list: string | null
}

const RETRIES = 3
const TIMEOUT_MS = 30_000
const LONGEST_PAUSE_MS = 60_000
const KEY_BYTES = 16

/** A client of one service, with one key. TypeError: the address or the key cannot be one. */
export function connect(settings: Settings): Client {
  const sending = sendingOf(settings)
  const request = (wish: Wish) => send(wish, sending)
  const call = async (operation: Operation, input: object, options: CallOptions) =>
    (await request(wishOf(OPERATIONS[operation], input, options))).body
  const calls = Object.keys(OPERATIONS).map((operation) => [
    operation,
    (input: object = {}, options: CallOptions = {}) => call(operation as Operation, input, options),
  ])
  const each: Client['each'] = (operation, input, options = {}) =>
    pages<never>(listed(operation), input ?? {}, (asked) => call(operation, asked, options))
  return { ...(Object.fromEntries(calls) as Calls), each, request }
}

/** What is there is not told: it may be a secret in the wrong place. */
const lack = (value: unknown) => (value === undefined ? '; it is undefined' : '')

/** What JavaScript calls with is not checked by types. */
function sendingOf(settings: Settings): Sending {
  if (typeof settings !== 'object' || settings === null) throw new TypeError('connect takes { url, key }')
  const { url, key } = settings
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:/.test(url))
    throw new TypeError(`url must be the address of a service, such as https://moot.example.org${lack(url)}`)
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError(`key must be an API key, such as fmk_…${lack(key)}`)
  return {
    url: url.replace(/\/+$/, ''),
    key,
    fetch: settings.fetch ?? ((...asked) => fetch(...asked)),
    retries: settings.retries ?? RETRIES,
    timeout_ms: settings.timeout_ms ?? TIMEOUT_MS,
    longest_pause_ms: settings.longest_pause_ms ?? LONGEST_PAUSE_MS,
  }
}

/** Fields go where the document has them: into the path, the query or the body. */
function wishOf({ method, path, query, once }: Described, input: object, options: CallOptions): Wish {
  const { signal, if_match, idempotency_key = once ? randomKey() : undefined } = options
  const fields = new Map(Object.entries(input))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name)
    fields.delete(name)
    return encodeURIComponent(String(value))
  })
  const asked = Object.fromEntries([...fields].filter(([name]) => query.includes(name)))
  const rest = Object.fromEntries([...fields].filter(([name]) => !query.includes(name)))
  return {
    method,
    path: filled,
    query: asked,
    ...(method === 'GET' || (method === 'DELETE' && Object.keys(rest).length === 0) ? {} : { body: rest }),
    headers: {
      ...(idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }),
      ...(if_match === undefined ? {} : { 'if-match': if_match }),
    },
    ...(signal === undefined ? {} : { signal }),
  }
}

function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

type Page<T> = Record<string, T[]> & { meta: { total: number | null; next?: number | null } }
type Place = { from?: number | null; after?: number | null }

/** TypeError: it is no list. */
function listed(operation: string): Described & { list: string } {
  const described: Described | undefined = Object.hasOwn(OPERATIONS, operation)
    ? OPERATIONS[operation as Operation]
    : undefined
  if (described === undefined || described.list === null)
    throw new TypeError(`${operation} is no list: each goes through lists such as listPolls`)
  return { ...described, list: described.list }
}

/**
 * By the cursor where the list has one, which misses nothing that is made or deleted meanwhile; else by
 * counting, if it has pages.
 */
async function* pages<T>(
  { query, list }: Described & { list: string },
  input: Place,
  ask: (input: object) => Promise<unknown>,
): AsyncGenerator<T, void, undefined> {
  const byCursor = query.includes('after')
  let asked = input
  for (;;) {
    const page = (await ask(asked)) as Page<T>
    const found = page[list] ?? []
    yield* found
    if (!query.includes('per')) return
    const { total, next = null } = page.meta
    if (found.length === 0 || (byCursor && next === null)) return
    const from = (asked.from ?? 0) + found.length
    if (!byCursor && (total === null || from >= total)) return
    asked = byCursor ? { ...input, from: null, after: next } : { ...input, from }
  }
}
