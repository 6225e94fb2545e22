import { shown } from './config-shown.ts'
import { Wrong } from './config-values.ts'

// The settings OIDC_<NAME>_…: any number of providers to sign in with.

export type GroupsMode = 'off' | 'dry_run' | 'on'

/** A provider of single sign-on by OpenID Connect. */
export type OidcProvider = {
  /**
   * From the settings' names, in lower case: OIDC_BIG_CORP_ISSUER is big-corp. In addresses and in the log.
   */
  name: string
  /** As the provider writes it. */
  issuer: string
  client_id: string
  /** Null: a client without a secret. */
  client_secret: string | null
  /** What people read on buttons. */
  label: string
  scopes: string
  /** Null: people are not put into groups. */
  groups: ProviderGroups | null
}

/** People with one of the claim's values belong to the group with this handle. */
export type ProviderGroups = {
  claim: string
  mode: GroupsMode
  map: { value: string; handle: string }[]
  /** What a sign-in without the claim means: nothing, or no group. */
  missing: GroupsMissing
}
export type GroupsMissing = 'keep' | 'none'

type Env = Readonly<Record<string, string | undefined>>
type Line = { name: string; value: string; source: 'environment'; about: string }

const MAX_LABEL = 60
const MAX_ISSUER = 500
const MOST_MAPPED = 100
const DEFAULT_SCOPES = 'openid email profile'

const ABOUT = {
  ISSUER: 'Address (issuer) of the provider, exactly as the provider states it.',
  CLIENT_ID: 'Client ID that the provider assigned to this service.',
  CLIENT_SECRET: 'Client secret; unset: a public client.',
  LABEL: 'Name of the provider on buttons.',
  SCOPES: `Scopes to ask for, separated by spaces; unset: ${DEFAULT_SCOPES}.`,
  GROUPS_CLAIM: 'Claim that lists a person’s groups at the provider.',
  GROUPS_MAP: 'Which claim value maps to which group, as value:handle, separated by commas.',
  GROUPS_MODE: 'off, dry_run (only records what it would do) or on.',
  GROUPS_MISSING: 'When the claim is missing: keep (nothing changes) or none (the person is in no group).',
} as const
type Field = keyof typeof ABOUT

const NAMED =
  /^OIDC_([A-Z0-9]+(?:_[A-Z0-9]+)*?)_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL|SCOPES|GROUPS_CLAIM|GROUPS_MAP|GROUPS_MODE|GROUPS_MISSING)$/

/** Reads all providers. `wrong`: one line for each invalid setting. */
export function readProviders(env: Env): { providers: OidcProvider[]; wrong: string[] } {
  const wrong = unknownNames(env)
  const providers = [...given(env)].map(([name, fields]) => readProvider(name, fields, wrong))
  const issuers = providers.map(({ issuer }) => issuer)
  for (const [place, { name, issuer }] of providers.entries())
    if (issuer !== '' && issuers.indexOf(issuer) < place)
      wrong.push(`${setting(name, 'ISSUER')} must not be the issuer of another provider.`)
  return { providers, wrong }
}

/** Every setting of a provider, with secrets masked. */
export function explainProviders(env: Env): Line[] {
  return [...given(env)].flatMap(([name, fields]) =>
    [...fields].map(([field, value]) => ({
      name: setting(name, field),
      value: shown(value, field === 'CLIENT_SECRET' ? 'whole' : undefined),
      source: 'environment' as const,
      about: ABOUT[field],
    })),
  )
}

function setting(name: string, field: Field): string {
  return `OIDC_${name.toUpperCase().replaceAll('-', '_')}_${field}`
}

function given(env: Env): Map<string, Map<Field, string>> {
  const found = new Map<string, Map<Field, string>>()
  for (const key of Object.keys(env).sort()) {
    const [, named, field] = NAMED.exec(key) ?? []
    const value = env[key]?.trim() ?? ''
    if (named === undefined || field === undefined || value === '') continue
    const name = named.toLowerCase().replaceAll('_', '-')
    found.set(name, (found.get(name) ?? new Map<Field, string>()).set(field as Field, value))
  }
  return found
}

function unknownNames(env: Env): string[] {
  return Object.keys(env)
    .filter((key) => key.startsWith('OIDC_') && (env[key]?.trim() ?? '') !== '' && !NAMED.test(key))
    .sort()
    .map(
      (key) =>
        `${key} is not a setting; it must be OIDC_<NAME>_ followed by one of ${Object.keys(ABOUT).join(', ')}.`,
    )
}

function readProvider(name: string, fields: Map<Field, string>, wrong: string[]): OidcProvider {
  const read = <T>(field: Field, parse: (value: string) => T, otherwise: T): T => {
    try {
      return parse(fields.get(field) ?? '')
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      wrong.push(`${setting(name, field)} ${error.message}.`)
      return otherwise
    }
  }
  return {
    name,
    issuer: read('ISSUER', issuerAddress, ''),
    client_id: read('CLIENT_ID', clientId, ''),
    client_secret: fields.get('CLIENT_SECRET') ?? null,
    label: read('LABEL', (value) => label(value, name), name),
    scopes: read('SCOPES', scopes, DEFAULT_SCOPES),
    groups: readGroups(fields, read),
  }
}

function readGroups(
  fields: Map<Field, string>,
  read: <T>(field: Field, parse: (value: string) => T, otherwise: T) => T,
): ProviderGroups | null {
  const mode = read('GROUPS_MODE', groupsMode, 'off')
  const needed = mode !== 'off'
  const claim = read('GROUPS_CLAIM', (value) => claimName(value, needed), '')
  const map = read('GROUPS_MAP', (value) => groupsMap(value, needed), [])
  const missing = read('GROUPS_MISSING', groupsMissing, 'keep')
  return fields.has('GROUPS_CLAIM') && mode !== 'off' ? { claim, mode, map, missing } : null
}

/** Without https anyone on the way could say who someone is. */
function issuerAddress(value: string): string {
  const must =
    'must be the provider’s address, such as https://login.example.org (http:// only for this machine, without ? and #)'
  const url = URL.canParse(value) ? new URL(value) : null
  const local = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  const safe = url?.protocol === 'https:' || (url?.protocol === 'http:' && local)
  if (
    url === null ||
    !safe ||
    value.length > MAX_ISSUER ||
    /[?#\s]/.test(value) ||
    url.username !== '' ||
    url.password !== ''
  )
    throw new Wrong(must)
  return value
}

function clientId(value: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(value)) return value
  throw new Wrong('must be 1 to 255 letters, digits and symbols, without spaces')
}

function label(value: string, name: string): string {
  if (value === '') return name.replace(/(^|-)[a-z]/g, (part) => part.replace('-', ' ').toUpperCase())
  if (value.length <= MAX_LABEL && !/[\p{Cc}\p{Cf}]/u.test(value)) return value
  throw new Wrong(`must be one line of at most ${MAX_LABEL} characters`)
}

function scopes(value: string): string {
  if (value === '') return DEFAULT_SCOPES
  const all = value.split(/\s+/)
  if (all.includes('openid') && all.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(scope)))
    return all.join(' ')
  throw new Wrong('must list scopes separated by spaces, including openid')
}

function groupsMode(value: string): GroupsMode {
  if (value === '' || value === 'off') return 'off'
  if (value === 'dry_run' || value === 'on') return value
  throw new Wrong('must be off, dry_run or on')
}

function groupsMissing(value: string): GroupsMissing {
  if (value === '' || value === 'keep') return 'keep'
  if (value === 'none') return 'none'
  throw new Wrong('must be keep or none')
}

function claimName(value: string, needed: boolean): string {
  if (value === '' && !needed) return ''
  if (/^[\x21-\x7e]{1,200}$/.test(value)) return value
  throw new Wrong('must be the name of a claim, such as groups')
}

function groupsMap(value: string, needed: boolean): { value: string; handle: string }[] {
  if (value === '' && !needed) return []
  const entries = value.split(',').map((entry) => entry.trim())
  const map = entries.map((entry) => {
    // The last colon: values may be addresses.
    const colon = entry.lastIndexOf(':')
    return { value: entry.slice(0, Math.max(0, colon)).trim(), handle: entry.slice(colon + 1).trim() }
  })
  const valid = map.every(
    (entry) => entry.value !== '' && entry.value.length <= 200 && /^[a-z0-9-]{1,50}$/.test(entry.handle),
  )
  if (valid && map.length <= MOST_MAPPED) return map
  throw new Wrong(`must list at most ${MOST_MAPPED} pairs such as staff:mill-lane, separated by commas`)
}
