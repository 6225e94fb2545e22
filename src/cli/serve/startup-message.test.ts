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

test('what is set up is five lines, and a group that exists ends the message', () => {
  const message = startupMessage(config, { setup: null, workers: 1 }, 200)
  expect(message.match(/^ {2}[✓–] /gm)).toHaveLength(5)
  expect(message).not.toContain('group create')
})
