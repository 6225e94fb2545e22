import { join, resolve } from 'node:path'
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
  token,
  Wrong,
  whole,
} from './config-values.ts'
import { Halt } from './errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export type Config = {
  port: number
  host: string
  /** Absolute. */
  data_dir: string
  /** The file of the service's secret, absolute. */
  secret_key_file: string
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
}

export type Setting<T> = {
  name: string
  /** The default text if the variable is unset or empty. */
  default: string | ((env: Environment) => string)
  about: string
  secret?: boolean
  /** Throws Wrong: what the value must be. */
  parse(text: string): T
}

export type Explained = { name: string; value: string; source: 'environment' | 'default'; about: string }

/** The bundled database accepts 60 connections; the rest is for commands and for listeners. */
const EMBEDDED_POOL_MAX = 50

/** All settings. The documentation's table and `folkmoot config` are generated from it. */
const SETTINGS: { readonly [Field in keyof Config]: Setting<Config[Field]> } = {
  port: {
    name: 'PORT',
    default: '3000',
    about: 'The port to listen on; 0 takes any free one.',
    parse: whole(0, 65_535),
  },
  host: {
    name: 'HOST',
    default: 'localhost',
    about:
      'The name or address to listen on: localhost is this machine only, 0.0.0.0 (in a container) every network.',
    parse: host,
  },
  data_dir: {
    name: 'DATA_DIR',
    default: './data',
    about: 'The folder that holds everything kept, the bundled database included.',
    parse: (text) => resolve(text),
  },
  secret_key_file: {
    name: 'SECRET_KEY_FILE',
    default: (env) => join(text(env, 'DATA_DIR') ?? './data', 'secret-key'),
    about:
      'The file of the service’s secret, made at the first start; several machines on one database share one. Keep a copy apart from backups.',
    parse: (text) => resolve(text),
  },
  database_url: {
    name: 'DATABASE_URL',
    default: '',
    about: 'A PostgreSQL server (15 or newer) to use; when unset, a bundled one runs in DATA_DIR.',
    secret: true,
    parse: optional(databaseUrl),
  },
  public_url: {
    name: 'PUBLIC_URL',
    default: (env) => `http://localhost:${text(env, 'PORT') ?? '3000'}`,
    about: 'The address people reach this service at; links in mails begin with it.',
    parse: origin,
  },
  smtp_url: {
    name: 'SMTP_URL',
    default: '',
    about: 'The mail server to send through; when unset, mails are kept and not sent.',
    secret: true,
    parse: optional(smtpUrl),
  },
  mail_from: {
    name: 'MAIL_FROM',
    default: 'Folkmoot <folkmoot@localhost>',
    about: 'The sender of all mails.',
    parse: mailbox,
  },
  trust_proxy: {
    name: 'TRUST_PROXY',
    default: '',
    about:
      'The proxies whose word on the visitor’s address is taken: addresses or networks, comma separated, or loopback.',
    parse: networks(
      'must list IP addresses or networks (10.0.0.0/8; never /0), comma separated, or be loopback',
      ['loopback'],
    ),
  },
  outbound_allow: {
    name: 'OUTBOUND_ALLOW',
    default: '',
    about: 'Private addresses that webhooks may call all the same: addresses or networks, comma separated.',
    parse: networks('must list IP addresses or networks (10.0.0.0/8; never /0), comma separated'),
  },
  api_rate_limit: {
    name: 'API_RATE_LIMIT',
    default: '1200',
    about: 'How many requests a minute one API key may make of each process; 0 sets no limit.',
    parse: whole(0, 1_000_000),
  },
  invites_per_hour: {
    name: 'INVITES_PER_HOUR',
    default: '200',
    about:
      'How many addresses new to this service one person may invite in an hour; 0 sets no limit. All members of a group together may invite five times as many.',
    parse: whole(0, 1_000_000),
  },
  invites_per_hour_key: {
    name: 'INVITES_PER_HOUR_KEY',
    default: '2000',
    about: 'The same for one API key of a group, and for all keys of a group together; 0 sets no limit.',
    parse: whole(0, 1_000_000),
  },
  metrics_token: {
    name: 'METRICS_TOKEN',
    default: '',
    about: 'Who sends it (Authorization: Bearer) is shown the figures at /metrics; when unset, nobody is.',
    secret: true,
    parse: optional(token),
  },
  log_level: {
    name: 'LOG_LEVEL',
    default: 'info',
    about: `How much is logged: one of ${LOG_LEVELS.join(', ')}.`,
    parse: logLevel,
  },
  db_pool: {
    name: 'DB_POOL',
    default: '8',
    about: `How many database connections are kept; at most ${EMBEDDED_POOL_MAX} with the bundled database.`,
    parse: whole(2, 100),
  },
}

/** The process's environment. Nothing else in the program reads it. */
export const environment = (): Environment => process.env

/**
 * Reads all settings; an empty variable counts as unset. Throws Halt with one line for each invalid setting.
 */
export function readConfig(env: Environment): Config {
  const found: Partial<Record<keyof Config, unknown>> = {}
  const wrong: string[] = []
  for (const field of fields()) {
    const setting: Setting<unknown> = SETTINGS[field]
    try {
      found[field] = setting.parse(rawValue(setting, env))
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      // A default can only fail because the setting it depends on failed, and that one has its own line.
      if (text(env, setting.name) !== undefined) wrong.push(complaint(setting, env, error))
    }
  }
  const config = found as Config
  if (wrong.length === 0) wrong.push(...contradictions(config))
  if (wrong.length > 0) throw new Halt(wrong.join('\n'))
  return config
}

/** Every setting with its value, valid or not, with passwords masked. */
export function explainConfig(env: Environment): Explained[] {
  return fields().map((field) => {
    const setting: Setting<unknown> = SETTINGS[field]
    const value = rawValue(setting, env)
    return {
      name: setting.name,
      value: setting.secret ? masked(value) : value,
      source: text(env, setting.name) === undefined ? 'default' : 'environment',
      about: setting.about,
    }
  })
}

function fields(): (keyof Config)[] {
  return Object.keys(SETTINGS) as (keyof Config)[]
}

function text(env: Environment, name: string): string | undefined {
  return env[name]?.trim() || undefined
}

function rawValue(setting: Setting<unknown>, env: Environment): string {
  const fallback = setting.default
  return text(env, setting.name) ?? (typeof fallback === 'string' ? fallback : fallback(env))
}

function complaint(setting: Setting<unknown>, env: Environment, error: Wrong): string {
  const given = JSON.stringify(rawValue(setting, env).slice(0, 60))
  return `${setting.name} ${error.message}${setting.secret ? '.' : `; it is ${given}.`}`
}

function contradictions(config: Config): string[] {
  if (config.database_url !== null || config.db_pool <= EMBEDDED_POOL_MAX) return []
  return [
    `DB_POOL must be at most ${EMBEDDED_POOL_MAX} with the bundled database; lower it or set DATABASE_URL.`,
  ]
}

function masked(url: string): string {
  if (url === '') return ''
  if (!/^[a-z]+:\/\//i.test(url)) return '***'
  // Up to the last @: a password with an unescaped @ or / in it is masked completely.
  return url.replace(/(:\/\/[^:/@]*):.*@/, '$1:***@').replace(/([?&]pass(?:word)?=)[^&]*/gi, '$1***')
}
