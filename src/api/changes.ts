/** Changes of the API, latest first; each is one sentence or two, in Markdown. */
export const CHANGES: readonly { day: string; changes: readonly string[] }[] = [
  {
    day: '2026-11-21',
    changes: [
      'The first release of b1: threads, polls of seven types, memberships.',
      'In addition to older b1 services: listing, changing, closing, reopening and deleting polls and threads, and opening drafts; options, voters, reminders and guests; casting and withdrawing ballots for others; results with a verdict on the poll’s conditions; outcomes; comments; single members; groups; events since a cursor; ETags; and webhooks signed according to Standard Webhooks 1.0.',
      'In addition, [b2](/help/api/b2) offers the calls that clients of b2 services make, with personal keys.',
    ],
  },
]
