import type { MailKind } from '../events/mail-rule.ts'
import { hidesAgain } from '../polls/results/results.ts'

const WITH_RESULTS: readonly MailKind[] = ['poll_closed', 'outcome', 'outcome_review']

/** As SQL: whether the text of mail `m` may contain results that its poll hides now. */
export const RESULTS_HIDDEN = `(m.kind in (${WITH_RESULTS.map((kind) => `'${kind}'`).join(', ')})
  and exists (select from polls p where p.id = m.poll_id and ${hidesAgain('p', 'm.created_at')}))`
