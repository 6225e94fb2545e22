import type { Config } from '../../config.ts'

/** A part of the service: whether it is set up (null: yes, but not tried yet), and its state in words. */
export type SetUp = { part: string; done: boolean | null; words: string }

const LOCAL = /^(localhost|127\.|\[?::1)/

/** What is set up and what is not, in lines without secrets: five, and one for each provider of sign-in. */
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
          : `through ${new URL(smtp_url).host} as ${mail_from.address}, not tried since this start`,
    },
    ...config.providers.map(({ label, issuer }) => ({
      part: 'Sign-in',
      done: null,
      words: `with ${label} (${issuer}), not tried yet`,
    })),
    {
      part: 'Data',
      done: true,
      words: database_url === null ? `the bundled PostgreSQL in ${data_dir}` : 'the database at DATABASE_URL',
    },
    {
      part: 'Keys',
      done: true,
      words: `${config.secret_key_file} and ${config.signing_key_file}: keep copies separate from backups`,
    },
    {
      part: 'Metrics',
      done: metrics_token !== null,
      words: metrics_token === null ? 'off (METRICS_TOKEN)' : 'at /metrics, with METRICS_TOKEN',
    },
  ]
}
