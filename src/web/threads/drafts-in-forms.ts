import type { Draft } from './comment-form-part.tsx'

/**
 * What is filled in on the page, one for each form: what was `sent` and comes back, and the `saved` drafts of
 * other forms. A reply to a comment that was deleted with all its replies has no form any more: it is in the
 * one at the end of the thread, below what was begun there. `dead_ends`: those comments.
 */
export function draftsInForms(
  sent: Draft | null,
  saved: readonly Draft[],
  { came_back, dead_ends }: { came_back: boolean; dead_ends: ReadonlySet<number> },
): Draft[] {
  const hasForm = ({ root_id }: Draft) => root_id === null || !dead_ends.has(root_id)
  // What was sent from the form at the end stays as it was sent; the others come with the next page.
  const others = saved.filter(
    (one) => one.root_id !== sent?.root_id && (sent?.root_id !== null || hasForm(one)),
  )
  const all = [...(sent === null || !came_back ? [] : [sent]), ...others]
  const moved = all.filter((one) => !hasForm(one))
  if (moved.length === 0) return all
  const begun = all.filter(({ root_id }) => root_id === null)
  return [joined([...begun, ...moved], sent), ...all.filter((one) => one.root_id !== null && hasForm(one))]
}

/** Several texts as one comment; `came`: the one that was sent, if any. */
function joined(drafts: Draft[], came: Draft | null): Draft {
  const sent = drafts.find((one) => one === came) ?? drafts[0]
  return {
    root_id: null,
    parent_id: null,
    body: drafts.map(({ body }) => body).join('\n\n'),
    mentioned_ids: [...new Set(drafts.flatMap(({ mentioned_ids }) => mentioned_ids))],
    own_name: sent?.own_name ?? null,
    problems: sent?.problems ?? [],
    refusal: sent?.refusal ?? null,
    preview: sent?.preview ?? false,
    apart: false,
    once: sent?.once ?? null,
    page: sent?.page ?? null,
    moved: drafts.flatMap(({ root_id }) => root_id ?? []),
    kept_at: drafts.find(({ kept_at }) => kept_at !== null)?.kept_at ?? null,
    newer: sent?.newer ?? null,
  }
}
