/** The content of a form's fields: texts by name, several where a field is repeated. */
export type DraftFields = { [name: string]: string | string[] }

/** A form that a person began to fill in; `place` identifies it. */
export type Draft = { user_id: number; place: string; fields: DraftFields }

/**
 * The page whose form is saved or sent. `token`: its own; `seen`: when the draft was saved that it was opened
 * with; null: there was none.
 */
export type DraftPage = { token: string | null; seen: Date | null }

/**
 * What became of a draft. `newer`: another page saved one since this page was opened, and it stays. `sent`:
 * this page has just sent its form.
 */
export type Kept = 'saved' | 'too_long' | 'newer' | 'sent'

/** A draft in characters, as JSON. */
export const MAX_DRAFT = 100_000
/** The most drafts of a person: the oldest are deleted. */
export const MOST_DRAFTS = 50
export const DRAFT_KEPT_DAYS = 30
/** How long a form is kept while its person signs in again. */
export const AGAIN_KEPT_MINUTES = 30

/**
 * The place of a form that is kept while its person signs in again: only the browser has the token, so that
 * nobody finds in their form what somebody else typed in another browser. `path`: where the form goes.
 */
export function placeAgain(browser_hash: Buffer, path: string): string {
  return `again ${browser_hash.toString('hex')} ${path}`
}
