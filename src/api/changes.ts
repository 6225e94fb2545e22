/** Changes of the API, latest first; each is one sentence or two, in Markdown. */
export const CHANGES: readonly { day: string; changes: readonly string[] }[] = [
  {
    day: '2026-11-21',
    changes: [
      'The first release of b1: threads, polls of seven types, memberships.',
      'Beyond what clients of older b1 services know: polls and threads are listed, changed, closed, reopened and deleted, drafts opened; options, voters, reminders and guests; ballots cast for others and taken back; results with a verdict on the rules of the poll; outcomes; comments; members one by one; groups; events since a cursor; ETags; and webhooks signed as Standard Webhooks 1.0 says.',
      'Beside it [b2](/help/api/b2): the calls that clients of b2 services make, with keys of people.',
    ],
  },
]
