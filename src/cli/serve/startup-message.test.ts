import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { startupMessage } from './startup-message.ts'

const config = readConfig({ DATA_DIR: '/srv/moot' })

test.each([80, 50])('the commands for the first group fit into %i columns', (width) => {
  const commands = startupMessage(config, { setup: 'token', workers: 1 }, width)
    .split('\n')
    .filter((line) => line.includes('--') || line.includes('npx'))
  expect(commands.join('\n')).toContain('--admin-email you@example.org')
  expect(Math.max(...commands.map((line) => line.length))).toBeLessThanOrEqual(width)
})

test.each([
  { DATA_DIR: '/var/lib/folkmoot', PUBLIC_URL: 'https://decide.mill-lane.example.org' },
  { DATA_DIR: '/var/lib/folkmoot', DATABASE_URL: 'postgres://folkmoot@localhost/folkmoot' },
  { DATA_DIR: '/srv/moot/data', SMTP_URL: 'smtp://127.0.0.1:4118', MAIL_FROM: 'choir@example.org' },
  {
    DATA_DIR: '/srv/moot/data',
    SMTP_URL: 'smtp://u:p@smtp-relay.example.org:587',
    MAIL_FROM: 'no-reply@millchoir.org',
  },
] as Record<string, string>[])('with %j, each part that is set up is one line of 80 columns', (env) => {
  const lines = startupMessage(readConfig(env), { setup: null, workers: 1 }, 80).match(/^ {2}[✓·–] .*/gm)
  expect(lines).toHaveLength(5)
  expect(lines?.filter((line) => line.length > 80)).toEqual([])
})

test('what is set up is five lines, and a group that exists ends the message', () => {
  const message = startupMessage(config, { setup: null, workers: 1 }, 200)
  expect(message.match(/^ {2}[✓–] /gm)).toHaveLength(5)
  expect(message).not.toContain('group create')
})
