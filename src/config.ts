import { join, resolve } from 'node:path'
import { explainProviders, type OidcProvider, readProviders } from './config-providers.ts'
import { type Secret, shown } from './config-shown.ts'
import {
  databaseUrl,
  host,
  LOG_LEVELS,
  type LogLevel,
  logLevel,
  type Mailbox,
  mailbox,
  networks,
  optional,
  origin,
  smtpUrl,
  switched,
  token,
  Wrong,
  whole,
} from './config-values.ts'
import { Halt } from './errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** One value for each of SETTINGS. */
type Values = {
  port: number
  host: string
  /** Absolute. */
  data_dir: string
  /** The file of the service's secret, absolute. */
  secret_key_file: string
  /** The file of the key that signs results, absolute. */
  signing_key_file: string
  /** Null: the bundled PostgreSQL, in data_dir. */
  database_url: string | null
  /** An origin, without a trailing slash. */
  public_url: string
  smtp_url: string | null
  mail_from: Mailbox
  /** Addresses, networks or 'loopback', as Fastify's trustProxy takes them; empty: no proxy. */
  trust_proxy: string[]
  /** Private addresses and networks that webhooks may call. */
  outbound_allow: string[]
  /** Requests a minute per key; 0: no limit. */
  api_rate_limit: number
  /** New addresses that one person may invite in an hour; 0: no limit. */
  invites_per_hour: number
  /** The same for one API key of a group. */
  invites_per_hour_key: number
  /** Null: the metrics endpoint is off. */
  metrics_token: string | null
  log_level: LogLevel
  db_pool: number
  /** False: people sign in with a provider, once someone has. */
  sign_in_by_mail: boolean
}

/** `providers`: of single sign-on, from any number of settings. */
export type Config = Values & { providers: OidcProvider[] }

export type Setting<T> = {
  name: string
  /** The default text if the variable is unset or empty. */
  default: string | ((env: Environment) => string)
  /** The same for a service that runs in a terminal, if it is another. */
  default_in_terminal?: string
  about: string
  secret?: Secret
  /** Throws Wrong: what the value must be. */
  parse(text: string): T
}

export type Explained = { name: string; value: string; source: 'environment' | 'default'; about: string }

/** The bundled database accepts 60 connections; the rest is for commands and for listeners. */
const EMBEDDED_POOL_MAX = 50

/** All settings. `folkmoot config` prints them; the README's table is compared with them. */
const SETTINGS: { readonly [Field in keyof Values]: Setting<Values[Field]> } = {
  port: {
    name: 'PORT',
    default: '3000',
    about: 'Port to listen on; 0: any free port.',
    parse: whole(0, 65_535),
  },
  host: {
    name: 'HOST',
    default: 'localhost',
    about:
      'Host name or address to listen on: localhost for this machine only, 0.0.0.0 for all networks (in a container).',
    parse: host,
  },
  data_dir: {
    name: 'DATA_DIR',
    default: './data',
    about: 'Folder for all data, including the bundled database.',
    parse: (text) => resolve(text),
  },
  secret_key_file: {
    name: 'SECRET_KEY_FILE',
    default: (env) => join(text(env, 'DATA_DIR') ?? './data', 'secret-key'),
    about:
      'File of the service’s secret key, created at the first start; in DATA_DIR unless set. Machines that share a database share this file. Keep a copy separate from backups.',
    parse: (text) => resolve(text),
  },
  signing_key_file: {
    name: 'SIGNING_KEY_FILE',
    default: (env) => join(text(env, 'DATA_DIR') ?? './data', 'signing-key'),
    about:
      'File of the key that signs results, created at the first start; in DATA_DIR unless set. Machines that share a database share this file. Backups do not contain it.',
    parse: (text) => resolve(text),
  },
  database_url: {
    name: 'DATABASE_URL',
    default: '',
    about: 'PostgreSQL server (15 or newer); unset: the bundled one runs in DATA_DIR.',
    secret: 'address',
    parse: optional(databaseUrl),
  },
  public_url: {
    name: 'PUBLIC_URL',
    default: (env) => `http://localhost:${text(env, 'PORT') ?? '3000'}`,
    about: 'Address at which people reach this service; links in emails begin with it.',
    parse: origin,
  },
  smtp_url: {
    name: 'SMTP_URL',
    default: '',
    about: 'Mail server; unset: emails are kept and not sent.',
    secret: 'address',
    parse: optional(smtpUrl),
  },
  mail_from: {
    name: 'MAIL_FROM',
    default: 'Folkmoot <folkmoot@localhost>',
    about: 'Sender of all emails. A name set under `/service/settings` is shown instead of this one.',
    parse: mailbox,
  },
  trust_proxy: {
    name: 'TRUST_PROXY',
    default: '',
    about:
      'Proxies whose X-Forwarded-For header is trusted: IP addresses or networks, separated by commas, or loopback.',
    parse: networks(
      'must list IP addresses or networks (10.0.0.0/8; never /0), comma separated, or be loopback',
      ['loopback'],
    ),
  },
  outbound_allow: {
    name: 'OUTBOUND_ALLOW',
    default: '',
    about: 'Private addresses that webhooks may call: IP addresses or networks, separated by commas.',
    parse: networks('must list IP addresses or networks (10.0.0.0/8; never /0), comma separated'),
  },
  api_rate_limit: {
    name: 'API_RATE_LIMIT',
    default: '1200',
    about: 'Requests per minute for each API key, in each process; 0: no limit.',
    parse: whole(0, 1_000_000),
  },
  invites_per_hour: {
    name: 'INVITES_PER_HOUR',
    default: '200',
    about:
      'Email addresses new to this service that one person may invite per hour; 0: no limit. All members of a group together may invite five times as many.',
    parse: whole(0, 1_000_000),
  },
  invites_per_hour_key: {
    name: 'INVITES_PER_HOUR_KEY',
    default: '2000',
    about: 'The same limit for each API key of a group, and for all keys of a group together; 0: no limit.',
    parse: whole(0, 1_000_000),
  },
  metrics_token: {
    name: 'METRICS_TOKEN',
    default: '',
    about: 'Bearer token for /metrics; unset: the endpoint is off.',
    secret: 'whole',
    parse: optional(token),
  },
  log_level: {
    name: 'LOG_LEVEL',
    default: 'info',
    // A terminal shows no line for each request: the startup message would scroll away.
    default_in_terminal: 'warn',
    about: `Log level: ${LOG_LEVELS.join(', ')}.`,
    parse: logLevel,
  },
  db_pool: {
    name: 'DB_POOL',
    default: '8',
    about: `Database connections of each process; at most ${EMBEDDED_POOL_MAX} with the bundled database.`,
    parse: whole(2, 100),
  },
  sign_in_by_mail: {
    name: 'SIGN_IN_BY_MAIL',
    default: 'on',
    about:
      'Sign-in by email: on or off. off takes effect once someone has signed in with a provider (OIDC_…).',
    parse: switched,
  },
}

/** The process's environment. Nothing else in the program reads it. */
export const environment = (): Environment => process.env

/** `in_terminal`: the defaults are those of a service that runs in a terminal. */
type Reader = { in_terminal: boolean }

/**
 * Reads all settings; an empty variable counts as unset. Throws Halt with one line for each invalid setting.
 */
export function readConfig(env: Environment, reader: Reader = { in_terminal: false }): Config {
  const found: Partial<Record<keyof Values, unknown>> = {}
  const wrong: string[] = []
  for (const field of fields()) {
    const setting: Setting<unknown> = SETTINGS[field]
    try {
      found[field] = setting.parse(text(env, setting.name) ?? defaultOf(setting, env, reader))
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      // A default can only fail because the setting it depends on failed, and that one has its own line.
      if (text(env, setting.name) !== undefined) wrong.push(complaint(setting, env, error))
    }
  }
  const { providers, wrong: wrongProviders } = readProviders(env)
  wrong.push(...wrongProviders)
  const config = { ...(found as Values), providers }
  if (wrong.length === 0) wrong.push(...contradictions(config))
  if (wrong.length > 0) throw new Halt(wrong.join('\n'))
  return config
}

/** Every setting with its value or its defaults, valid or not, with passwords masked. */
export function explainConfig(env: Environment): Explained[] {
  const explained: Explained[] = fields().map((field) => {
    const setting: Setting<unknown> = SETTINGS[field]
    const value = text(env, setting.name)
    return {
      name: setting.name,
      value: shown(value ?? defaultsOf(setting, env), setting.secret),
      source: value === undefined ? 'default' : 'environment',
      about: setting.about,
    }
  })
  return [...explained, ...explainProviders(env)]
}

/** Whether an environment variable with this name is a setting. */
export function isSetting(name: string): boolean {
  return fields().some((field) => SETTINGS[field].name === name)
}

function fields(): (keyof Values)[] {
  return Object.keys(SETTINGS) as (keyof Values)[]
}

function text(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

function defaultOf(setting: Setting<unknown>, env: Environment, { in_terminal }: Reader): string {
  const fallback = (in_terminal ? setting.default_in_terminal : undefined) ?? setting.default
  return typeof fallback === 'string' ? fallback : fallback(env)
}

/** In words, where there are two. */
function defaultsOf(setting: Setting<unknown>, env: Environment): string {
  const elsewhere = defaultOf(setting, env, { in_terminal: false })
  const here = defaultOf(setting, env, { in_terminal: true })
  return here === elsewhere ? elsewhere : `${elsewhere}; ${here} in a terminal`
}

function complaint(setting: Setting<unknown>, env: Environment, error: Wrong): string {
  const given = JSON.stringify(shown(text(env, setting.name) ?? '').slice(0, 60))
  return `${setting.name} ${error.message}${setting.secret ? '.' : `; it is ${given}.`}`
}

function contradictions(config: Config): string[] {
  const found: string[] = []
  if (config.database_url === null && config.db_pool > EMBEDDED_POOL_MAX)
    found.push(
      `DB_POOL must be at most ${EMBEDDED_POOL_MAX} with the bundled database; lower it or set DATABASE_URL.`,
    )
  if (!config.sign_in_by_mail && config.providers.length === 0)
    found.push(
      'SIGN_IN_BY_MAIL must be on if there is no sign-in provider; to add one, set OIDC_<NAME>_ISSUER.',
    )
  return found
}
