// Where drafts of edits are. `edit-drafts-store.ts`, `archive-reads.ts` and `draft-words.ts` know this too.

export function placeOfThreadEdit(discussion_id: number): string {
  return `edit in thread ${discussion_id}`
}

export function placeOfCommentEdit({ id, discussion_id }: { id: number; discussion_id: number }): string {
  return `edit of comment ${id} in thread ${discussion_id}`
}
