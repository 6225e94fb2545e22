import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { MAX_PASSKEYS, type PasskeyFault } from '../../users/passkeys/passkey.ts'
import { ErrorNote } from '../parts/error-part.tsx'

const INVALID = 422
const GONE = 410

/** Says why a passkey was refused. */
export function FaultNote({ fault }: { fault: PasskeyFault }): VNode {
  return <ErrorNote message={wordsOf(fault)} />
}

/** The status of the page that says it. */
export function statusOf(fault: PasskeyFault): number {
  return fault === 'over' ? GONE : INVALID
}

function wordsOf(fault: PasskeyFault): string {
  if (fault === 'over') return t('passkeys.over')
  if (fault === 'unknown') return t('passkeys.unknown')
  if (fault === 'not_theirs') return t('passkeys.not_theirs')
  if (fault === 'too_many') return t('passkeys.full', { count: MAX_PASSKEYS })
  return fault === 'known' ? t('passkeys.known') : t('passkeys.wrong')
}
