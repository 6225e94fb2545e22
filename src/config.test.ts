import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { explainConfig, readConfig } from './config.ts'
import { Halt } from './errors.ts'

function complaints(env: Record<string, string>): string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof Halt) return error.message.split('\n')
    throw error
  }
  return []
}

describe('reading the settings', () => {
  test('an empty environment gives a service on http://localhost:3000', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: 'localhost',
      data_dir: resolve('data'),
      secret_key_file: resolve('data/secret-key'),
      signing_key_file: resolve('data/signing-key'),
      database_url: null,
      public_url: 'http://localhost:3000',
      smtp_url: null,
      mail_from: { name: 'Folkmoot', address: 'folkmoot@localhost' },
      trust_proxy: [],
      outbound_allow: [],
      api_rate_limit: 1200,
      invites_per_hour: 200,
      invites_per_hour_key: 2000,
      metrics_token: null,
      log_level: 'info',
      db_pool: 8,
      sign_in_by_mail: true,
      providers: [],
    })
  })

  test('an empty or blank variable counts as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', LOG_LEVEL: '' })).toEqual(readConfig({}))
  })

  test.each([
    [{}, 'warn'],
    [{ LOG_LEVEL: ' ' }, 'warn'],
    [{ LOG_LEVEL: 'info' }, 'info'],
  ])('in a terminal, a service with %j logs from %s', (env, level) => {
    expect(readConfig(env, { in_terminal: true }).log_level).toBe(level)
  })

  test('the public address follows the port unless it is set', () => {
    expect(readConfig({ PORT: '8080' }).public_url).toBe('http://localhost:8080')
    expect(readConfig({ PORT: '8080', PUBLIC_URL: 'https://moot.example.org/' }).public_url).toBe(
      'https://moot.example.org',
    )
  })

  test.each([
    ['moot@example.org', { name: '', address: 'moot@example.org' }],
    ['<moot@example.org>', { name: '', address: 'moot@example.org' }],
    ['The Moot <moot@example.org>', { name: 'The Moot', address: 'moot@example.org' }],
    ['"Moot, the" <moot@example.org>', { name: 'Moot, the', address: 'moot@example.org' }],
  ])('the sender %s is read as name and address', (given, expected) => {
    expect(readConfig({ MAIL_FROM: given }).mail_from).toEqual(expected)
  })

  test('proxies are addresses, networks or loopback', () => {
    const { trust_proxy } = readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1 , fd00::/8' })
    expect(trust_proxy).toEqual(['loopback', '10.0.0.0/8', '::1', 'fd00::/8'])
  })

  test('private addresses that may be called are addresses or networks', () => {
    expect(readConfig({ OUTBOUND_ALLOW: '10.0.0.0/8, ::1' }).outbound_allow).toEqual(['10.0.0.0/8', '::1'])
  })
})

describe('invalid settings', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['HOST', 'localhost:3000'],
    ['HOST', 'http://localhost'],
    ['DATABASE_URL', 'mysql://localhost/moot'],
    ['PUBLIC_URL', 'moot.example.org'],
    ['PUBLIC_URL', 'ftp://moot.example.org'],
    ['PUBLIC_URL', 'https://example.org/moot'],
    ['PUBLIC_URL', 'https://example.org/?a'],
    ['PUBLIC_URL', 'https://me:pw@example.org'],
    ['SMTP_URL', 'mail.example.org:587'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_FROM', 'Folkmoot'],
    ['MAIL_FROM', 'a@example.org, b@example.org'],
    ['MAIL_FROM', 'a@example.org b@example.org'],
    ['MAIL_FROM', 'Moot\nBcc: x@example.org <a@example.org>'],
    ['OUTBOUND_ALLOW', 'loopback'],
    ['OUTBOUND_ALLOW', 'intranet.example'],
    ['OUTBOUND_ALLOW', '0.0.0.0/0'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['API_RATE_LIMIT', 'many'],
    ['INVITES_PER_HOUR', '-1'],
    ['INVITES_PER_HOUR_KEY', 'none'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'with a space in it'],
    ['LOG_LEVEL', 'loud'],
    ['DB_POOL', '1'],
    ['DB_POOL', '101'],
    ['DB_POOL', '51'],
  ])('%s = %j is refused in one line that names it', (name, value) => {
    const lines = complaints({ [name]: value })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^${name} must .*\\.$`))
  })

  const ESCAPED =
    ' In the user name and password, write / as %2F, # as %23, ? as %3F, % as %25 and a space as %20.'

  test.each([
    ['DATABASE_URL', 'postgres://moot:ses/ame@127.0.0.1:5432/moot'],
    ['DATABASE_URL', 'postgres://moot:ses#ame@127.0.0.1:5432/moot'],
    ['DATABASE_URL', 'postgres://moot:ses?ame@127.0.0.1:5432/moot'],
    ['DATABASE_URL', 'postgres://moot:ses ame@127.0.0.1:5432/moot'],
    ['DATABASE_URL', 'postgres://moot:ses%abame@127.0.0.1:5432/moot'],
    ['DATABASE_URL', 'postgres://moot:12/same@127.0.0.1:5432/moot'],
    ['DATABASE_URL', 'postgres://moot:12#same@127.0.0.1/moot'],
    ['DATABASE_URL', 'postgres://moot:/same@127.0.0.1/moot'],
    ['SMTP_URL', 'smtps://ada:ses/ame@mail.example.org:465'],
    ['SMTP_URL', 'smtps://ada:12/same@mail.example.org'],
    ['SMTP_URL', 'smtp://ada:ses#ame@mail.example.org:587'],
    ['SMTP_URL', 'smtp://ada:12?same@mail.example.org:587'],
  ])('%s = %s is refused with how to write such a password, and without it', (name, value) => {
    const [line = '', ...others] = complaints({ [name]: value })
    expect(others).toEqual([])
    expect(line).toMatch(new RegExp(`^${name} must look like .*\\.${ESCAPED.replaceAll('?', '\\?')}$`))
    expect(line).not.toContain('ame@')
    expect(line).not.toContain('ses')
  })

  test('an address without a password is refused without that', () => {
    expect(complaints({ SMTP_URL: 'mail:587' })).toEqual([
      'SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host:465.',
    ])
  })

  test.each([
    ['DATABASE_URL', 'postgres://moot:p%40s%2Fw%23r%3Fd%20%2541%3A%C3%A9@127.0.0.1:5432/moot'],
    ['DATABASE_URL', 'postgres://moot:100%@db/moot'],
    ['DATABASE_URL', 'postgres://moot:p@s:w@db/moot'],
    ['DATABASE_URL', 'postgresql://moot:pw@/moot?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://%2Fvar%2Frun%2Fpostgresql/moot'],
    ['DATABASE_URL', 'postgres:///moot?host=/var/run/postgresql&user=moot'],
    ['DATABASE_URL', 'postgres://db:5432/moot?password=pw@1'],
    ['DATABASE_URL', 'postgres://db/moot@2'],
    ['SMTP_URL', 'smtps://ada%40example.org:ge%2Fheim@mail.example.org:465'],
    ['SMTP_URL', 'smtp://ada@example.org:50%ab c@mail.example.org:587'],
  ])('%s = %s is fine', (name, value) => {
    expect(complaints({ [name]: value })).toEqual([])
  })

  test('are all reported at once, without errors about a default that depends on one', () => {
    const lines = complaints({ PORT: 'x', LOG_LEVEL: 'loud', DB_POOL: '0' })
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'LOG_LEVEL', 'DB_POOL'])
  })

  test('a large pool is fine with a database of one’s own', () => {
    expect(readConfig({ DB_POOL: '100', DATABASE_URL: 'postgres://db/moot' }).db_pool).toBe(100)
  })

  test('an invalid secret is not repeated', () => {
    expect(complaints({ SMTP_URL: 'http://me:sesame@mail' }).join()).not.toContain('sesame')
    expect(complaints({ DATABASE_URL: 'http://me:sesame@db' }).join()).not.toContain('sesame')
    expect(complaints({ PUBLIC_URL: 'http://me:sesame@moot.org' }).join()).not.toContain('sesame')
    expect(complaints({ METRICS_TOKEN: 'sesame' }).join()).not.toContain('sesame')
  })
})

describe('explaining the settings', () => {
  const row = (env: Record<string, string>, name: string) =>
    explainConfig(env).find((one) => one.name === name)

  test('each setting shows its value, its origin and its purpose', () => {
    expect(row({ PORT: '8080' }, 'PORT')).toMatchObject({ value: '8080', source: 'environment' })
    expect(row({ PORT: '8080' }, 'PUBLIC_URL')).toMatchObject({
      value: 'http://localhost:8080',
      source: 'default',
    })
    expect(explainConfig({}).filter((one) => one.about === '')).toEqual([])
  })

  test('a default that differs in a terminal is shown with both values', () => {
    expect(row({ LOG_LEVEL: ' ' }, 'LOG_LEVEL')).toMatchObject({
      value: 'info; warn in a terminal',
      source: 'default',
    })
    expect(row({ LOG_LEVEL: 'info' }, 'LOG_LEVEL')).toMatchObject({ value: 'info', source: 'environment' })
  })

  test('an invalid value is shown too', () => {
    expect(row({ PORT: 'x' }, 'PORT')).toMatchObject({ value: 'x' })
  })

  test.each([
    ['DATABASE_URL', 'postgres://me:sesame@db:5432/moot', 'postgres://me:***@db:5432/moot'],
    ['DATABASE_URL', 'postgres://me:ses@me/sesame@db/moot', 'postgres://me:***@db/moot'],
    ['DATABASE_URL', 'postgres://db/moot?user=me&password=sesame', 'postgres://db/moot?user=me&password=***'],
    ['DATABASE_URL', 'postgres://db/moot', 'postgres://db/moot'],
    ['SMTP_URL', 'smtps://me%40x.org:sesame@mail:465', 'smtps://me%40x.org:***@mail:465'],
    ['SMTP_URL', 'smtp://me@x.org:sesame@mail:587', 'smtp://me@x.org:***@mail:587'],
    ['SMTP_URL', 'smtp://me@x.org:ses@m:e/@mail:587', 'smtp://me@x.org:***@mail:587'],
    ['SMTP_URL', 'smtp://:sesame@mail', 'smtp://:***@mail'],
    ['SMTP_URL', 'smtp://me@x.org@mail:587', 'smtp://me@x.org@mail:587'],
    ['SMTP_URL', 'smtp://me@[::1]:587', 'smtp://me@[::1]:587'],
    ['SMTP_URL', 'smtp://mail?auth.pass=sesame', 'smtp://mail?auth.pass=***'],
    ['SMTP_URL', 'me:sesame', '***'],
    ['DATABASE_URL', 'postgres://a@b:sesame@db/moot', 'postgres://a@b:***@db/moot'],
    ['DATABASE_URL', 'postgres://db?sslpassword=ses&ame&a=b', 'postgres://db?sslpassword=***&a=b'],
    ['DATABASE_URL', 'postgres://me:ses?ame@db/moot', 'postgres://***'],
    ['DATABASE_URL', 'postgres://db:5432/moot?password=ses@me', 'postgres://***'],
    ['DATABASE_URL', 'host=db user=me password=sesame', '***'],
    ['SMTP_URL', 'smtp://ada:sesame', 'smtp://ada:***'],
    ['SMTP_URL', 'smtp://ada:12#same', 'smtp://ada:***'],
    ['SMTP_URL', 'smtp://me@x.org:sesame', 'smtp://me@x.org:***'],
    ['SMTP_URL', 'smtp://mail:587', 'smtp://mail:587'],
    ['SMTP_URL', 'smtp://[::1]:587?name=me', 'smtp://[::1]:587?name=me'],
    ['DATABASE_URL', 'postgres://moot:sesame/folk', 'postgres://moot:***'],
    ['DATABASE_URL', 'postgres://moot:sesame@db:sesame/folk', 'postgres://moot:***@db:***'],
    ['DATABASE_URL', 'postgres://[::1]:sesame', 'postgres://[::1]:***'],
    ['DATABASE_URL', 'postgres://db:5432/moot', 'postgres://db:5432/moot'],
    ['DATABASE_URL', 'postgres:///moot?host=/run:x', 'postgres:///moot?host=/run:x'],
    ['METRICS_TOKEN', 'open://sesame-sesame', '***'],
    ['PUBLIC_URL', 'https://me:sesame@moot.org', 'https://me:***@moot.org'],
    ['OIDC_X_ISSUER', 'https://me:sesame@x.org', 'https://me:***@x.org'],
  ])('%s %s is shown without its password', (name, given, shown) => {
    expect(row({ [name]: given }, name)?.value).toBe(shown)
  })
})
