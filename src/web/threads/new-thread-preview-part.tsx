import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { t } from '../../locales/say.ts'
import { RichText } from '../parts/rich-text-part.tsx'
import { SendsMail } from '../request/asked-part.tsx'
import { richSentences } from '../words/rich.tsx'
import type { TypedThread } from './thread-form.ts'

/** `told`: how many people it notifies. */
export type Preview = { wish: TypedThread; told: number }

export function NewThreadPreview({ wish, told }: Preview): VNode {
  const sends = useContext(SendsMail)
  const mailed = told === 0 ? t('thread.nobody_told') : t('thread.told', { count: told })
  return (
    <section class="preview stack" aria-labelledby="preview">
      <p class="kicker" id="preview">
        {t('thread.preview_note')}
      </p>
      <h2 dir="auto">{wish.title === '' ? t('thread.no_title') : wish.title}</h2>
      {wish.description === null ? (
        <p class="quiet">{t('thread.no_text')}</p>
      ) : (
        <RichText text={wish.description} format="md" />
      )}
      <p class="small">
        {richSentences([<strong>{sends ? mailed : t('visit.no_email', { waiting: 0 })}</strong>])}
      </p>
    </section>
  )
}
