import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { Flash } from '../parts/flash-part.tsx'

/** Tells people who have signed in again that their form is filled in, and that nothing is saved yet. */
export function KeptNote(): VNode {
  return <Flash title={t('again.kept')} tone="plain" />
}
