import { basename, dirname } from 'node:path'
import type { Config } from '../../config.ts'

/** A part of the service: whether it is set up (null: yes, but untested), and its state in words. */
export type SetUp = { part: string; done: boolean | null; words: string }

const LOCAL = /^(localhost|127\.|\[?::1)/

/**
 * What is set up and what is not, in lines without secrets: five, and one for each provider of sign-in. With
 * the usual values, each fits a terminal of 80 columns.
 */
export function setUpOf(config: Config): SetUp[] {
  const { public_url, database_url, data_dir, smtp_url, mail_from, metrics_token } = config
  const local = LOCAL.test(new URL(public_url).host)
  return [
    {
      part: 'Address',
      done: !local,
      words: local ? `${public_url}, for this machine only (PUBLIC_URL)` : public_url,
    },
    {
      part: 'Email',
      done: smtp_url === null ? false : null,
      words:
        smtp_url === null
          ? 'emails are kept and not sent (SMTP_URL)'
          : `${new URL(smtp_url).host} as ${mail_from.address}, untested`,
    },
    ...config.providers.map(({ label, issuer }) => ({
      part: 'Sign-in',
      done: null,
      words: `with ${label} (${issuer}), untested`,
    })),
    {
      part: 'Data',
      done: true,
      words:
        database_url === null
          ? `the bundled PostgreSQL in ${data_dir}`
          : `the database at DATABASE_URL, files in ${data_dir}`,
    },
    {
      part: 'Keys',
      done: true,
      words: `${keyFiles(config)}: keep copies separate from backups`,
    },
    {
      part: 'Metrics',
      done: metrics_token !== null,
      words: metrics_token === null ? 'off (METRICS_TOKEN)' : 'at /metrics, with METRICS_TOKEN',
    },
  ]
}

/** By their names alone if they are in the folder that the line before says. */
function keyFiles({ data_dir, secret_key_file, signing_key_file }: Config): string {
  const files = [secret_key_file, signing_key_file]
  if (files.some((file) => dirname(file) !== data_dir)) return files.join(' and ')
  return `${files.map((file) => basename(file)).join(', ')} there`
}
