/** What stands in the fields of a form: texts by name, several where a field comes more than once. */
export type DraftFields = { [name: string]: string | string[] }

/** A form that a person began to fill in; `place` says which one. */
export type Draft = { user_id: number; place: string; fields: DraftFields }

/** A draft in characters, as JSON. */
export const MAX_DRAFT = 100_000
/** A person's drafts: of more the oldest go. */
export const MOST_DRAFTS = 50
export const DRAFT_KEPT_DAYS = 30
