import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { setUpOf } from './set-up.ts'

const wordsOf = (env: Record<string, string>) =>
  setUpOf(readConfig(env)).map(
    ({ part, done, words }) => `${done === null ? 'untried' : done ? 'yes' : 'no'} ${part}: ${words}`,
  )

test('a new service has no address, email or metrics set up', () => {
  const lines = wordsOf({ DATA_DIR: '/srv/moot' })
  expect(lines).toEqual([
    'no Address: http://localhost:3000, for this machine only (PUBLIC_URL)',
    'no Email: emails are kept and not sent (SMTP_URL)',
    'yes Data: the bundled PostgreSQL in /srv/moot',
    'yes Keys: secret-key, signing-key there: keep copies separate from backups',
    'no Metrics: off (METRICS_TOKEN)',
  ])
})

test('keys in another folder than the data are named in full', () => {
  const lines = wordsOf({ DATA_DIR: '/srv/moot', SECRET_KEY_FILE: '/run/secrets/moot' })
  expect(lines).toContain(
    'yes Keys: /run/secrets/moot and /srv/moot/signing-key: keep copies separate from backups',
  )
})

test('the folder of the data is named beside a database of its own', () => {
  const lines = wordsOf({ DATA_DIR: '/srv/moot', DATABASE_URL: 'postgres://moot@db.example/moot' })
  expect(lines).toContain('yes Data: the database at DATABASE_URL, files in /srv/moot')
})

test('the report contains no secrets', () => {
  const lines = wordsOf({
    PUBLIC_URL: 'https://moot.example',
    SMTP_URL: 'smtp://ada:hidden-one@mail.example:587',
    DATABASE_URL: 'postgres://moot:hidden-two@db.example/moot',
    METRICS_TOKEN: 'hidden-three-and-long',
  })
  expect(lines.join('\n')).not.toContain('hidden')
  expect(lines.every((line) => /^(yes|untried) /.test(line))).toBe(true)
})

test('a mail server and a provider are not called working before they were tried', () => {
  const lines = wordsOf({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'moot@example.org',
    OIDC_CORP_ISSUER: 'https://login.example',
    OIDC_CORP_CLIENT_ID: 'moot',
    OIDC_CORP_LABEL: 'Corp',
  })
  expect(lines).toContain('untried Email: 127.0.0.1:1 as moot@example.org, untested')
  expect(lines).toContain('untried Sign-in: with Corp (https://login.example), untested')
})
