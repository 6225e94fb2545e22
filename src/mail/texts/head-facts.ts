import { t } from '../../locales/say.ts'
import type { Subject } from '../../notifications/notice.ts'
import { FILE_FIELD, HEAD_FILE } from '../../polls/heads/head-in-link.ts'
import { publishedHead } from '../../polls/heads/published-head.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { MailContent } from './content.ts'

/** The head that a mail about a result names, and the address of the service. */
export type Signed = { head: Extract<Subject, { about: 'poll' }>['head']; public_url: string }

/**
 * What readers compare, and the key that signed it: many mailboxes then hold copies of both. The link is the
 * reader's own, since guests have no other way to the page.
 */
export function headFacts({ poll }: LoadedPoll, { head: stored, public_url }: Signed): MailContent['facts'] {
  if (stored === null) return []
  const { fingerprint, head, key } = publishedHead(stored)
  const told = { label: t('mail.fact_fingerprint'), value: fingerprint, is_code: true as const }
  if (head === null || key === null)
    return [told, { label: t('mail.fact_head'), value: t('mail.head_unsigned') }]
  const value = `${public_url}/p/${poll.key}/head`
  return [
    told,
    { label: t('mail.fact_head'), value, personal: `&${FILE_FIELD}=${HEAD_FILE}`, is_code: true },
    { label: t('mail.fact_key'), value: key, is_code: true },
  ]
}
