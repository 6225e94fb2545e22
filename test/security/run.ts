import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// npm run test:security [-- --quick] [-- --seed N] [-- FILE …]: tests too slow, or too heavy, for npm test.
const args = process.argv.slice(2)
const seed = args.indexOf('--seed')
const files = args.filter((arg, at) => !arg.startsWith('--') && (seed < 0 || at !== seed + 1))
const root = fileURLToPath(new URL('../..', import.meta.url))
const { status } = spawnSync(
  'vitest',
  ['run', '--root', root, '--config', 'test/security/security.config.ts', ...files],
  {
    stdio: 'inherit',
    cwd: root,
    env: {
      ...process.env,
      ...(args.includes('--quick') ? { SECURITY_QUICK: '1' } : {}),
      ...(seed < 0 ? {} : { SECURITY_SEED: args[seed + 1] }),
    },
  },
)
process.exit(status ?? 1)
