import type { VNode } from 'preact'
import { bodyOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import type { Exchange } from '../request/exchange.ts'
import { ownPath } from '../request/own-path.ts'
import { isSameOrigin } from '../request/same-origin.ts'
import { Hidden } from './form-part.tsx'

/** The fields in which people write at length, of all forms. */
const WRITTEN: Record<string, string> = {
  title: 'Title',
  name: 'Name',
  description: 'Description',
  details: 'Details',
  body: 'Text',
  reason: 'Reason',
  statement: 'Outcome',
  options: 'Options',
  emails: 'Addresses',
  recipient_emails: 'Addresses',
  recipient_message: 'Message',
  message: 'Message',
}

/** A form that was sent from a page of ours and came to nothing: where to, and what it said. */
export type Unsent = { path: string; fields: Fields }

/**
 * The form that was sent. Null: none was, or another site sent it, whose words are not to be shown as ours.
 */
export function unsentForm({ request, services }: Exchange): Unsent | null {
  const { encoding, fields } = bodyOf(request)
  if (request.method !== 'POST' || encoding !== 'form') return null
  if (!isSameOrigin(request, services.config.public_url)) return null
  const path = ownPath(request.url, '')
  return path === '' || Object.keys(fields).length === 0 ? null : { path, fields }
}

/** What somebody wrote, to be copied. */
export function WrittenTexts({ fields }: { fields: Fields }): VNode | null {
  const written = Object.entries(WRITTEN).flatMap(([name, label]) => {
    const text = fields[name]
    return typeof text === 'string' && text.trim() !== '' ? [{ name, label, text }] : []
  })
  if (written.length === 0) return null
  return (
    <>
      <p>This is what you wrote. Copy it if you need it: it is kept nowhere else.</p>
      {written.map(({ name, label, text }) => (
        <div key={name} class="field">
          <label for={`wrote-${name}`}>{label}</label>
          <textarea id={`wrote-${name}`} rows={text.includes('\n') || text.length > 80 ? 5 : 2} readonly>
            {/* A line break that follows the tag at once is left out by browsers. */}
            {text.startsWith('\n') ? `\n${text}` : text}
          </textarea>
        </div>
      ))}
    </>
  )
}

/** Sends the same form once more: what it asks for is still done once at most. */
export function SendAgain({ unsent: { path, fields } }: { unsent: Unsent }): VNode {
  return (
    <form class="stack" method="post" action={path}>
      <p>
        To send it again just as it was: leave this page open, sign in in another tab or window, and then
        press this button.
      </p>
      <Hidden values={fields} names={Object.keys(fields)} />
      <p>
        <button class="button plain" type="submit">
          Send it again
        </button>
      </p>
    </form>
  )
}
