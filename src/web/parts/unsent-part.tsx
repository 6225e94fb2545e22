import type { VNode } from 'preact'
import { bodyOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import type { Exchange } from '../request/exchange.ts'
import { ownPath } from '../request/own-path.ts'
import { isSameOrigin } from '../request/same-origin.ts'
import { Hidden } from './form-part.tsx'

/** The fields with long texts, of all forms. */
const WRITTEN: Record<string, PlainKey> = {
  title: 'form.title',
  name: 'form.name',
  description: 'form.description',
  details: 'form.details',
  body: 'form.text',
  reason: 'form.reason',
  statement: 'form.outcome',
  options: 'form.options',
  emails: 'form.addresses',
  recipient_emails: 'form.addresses',
  recipient_message: 'form.message',
  message: 'form.message',
}

/** A form from one of our pages that failed: its target and its values. */
export type Unsent = { path: string; fields: Fields }

/** The submitted form. Null: there is none, or another site sent it, whose text we must not show as ours. */
export function unsentForm({ request, services }: Exchange): Unsent | null {
  const { encoding, fields } = bodyOf(request)
  if (request.method !== 'POST' || encoding !== 'form') return null
  if (!isSameOrigin(request, services.config.public_url)) return null
  const path = ownPath(request.url, '')
  return path === '' || Object.keys(fields).length === 0 ? null : { path, fields }
}

/** The texts a person wrote, to copy. */
export function WrittenTexts({ fields }: { fields: Fields }): VNode | null {
  const written = Object.entries(WRITTEN).flatMap(([name, label]) => {
    const text = fields[name]
    return typeof text === 'string' && text.trim() !== '' ? [{ name, label, text }] : []
  })
  if (written.length === 0) return null
  return (
    <>
      <p>{t('problem_page.what_you_wrote')}</p>
      {written.map(({ name, label, text }) => (
        <div key={name} class="field">
          <label for={`wrote-${name}`}>{t(label)}</label>
          <textarea
            id={`wrote-${name}`}
            rows={text.includes('\n') || text.length > 80 ? 5 : 2}
            dir="auto"
            readonly
          >
            {/* A line break that follows the tag at once is left out by browsers. */}
            {text.startsWith('\n') ? `\n${text}` : text}
          </textarea>
        </div>
      ))}
    </>
  )
}

/** Submits the same form again: idempotency still prevents doing it twice. */
export function SendAgain({ unsent: { path, fields } }: { unsent: Unsent }): VNode {
  return (
    <form class="stack" method="post" action={path}>
      <p>{t('problem_page.how_to_send_again')} </p>
      <Hidden values={fields} names={Object.keys(fields)} />
      <p>
        <button class="button plain" type="submit">
          {t('problem_page.send_again')}
        </button>
      </p>
    </form>
  )
}
