/** What changed in the interface, the latest first; each is one sentence or two, in Markdown. */
export const CHANGES: readonly { day: string; changes: readonly string[] }[] = [
  {
    day: '2026-11-21',
    changes: [
      'The first release of b1: threads, polls of seven types, memberships.',
      'Beyond what clients of older b1 services know: the whole course of a decision (ballots, closing, results with a verdict, outcomes), comments, lists, events, ETags, and webhooks signed as Standard Webhooks 1.0 says.',
    ],
  },
]
