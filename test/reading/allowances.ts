/**
 * Statements with a reason to read more rows than their answer has, by that reason. `LARGE`: only for large
 * records; for others, the rows read are compared with the answer as well.
 */

export const LARGE: Record<string, string[]> = {
  'counts what it tells the number of': [
    'ballots.cast_and_show',
    'ballots.sizes',
    'ballots.spreads',
    'comment_reads.count',
    'counts.named_ballots',
    'discussion_pages.count',
    'discussions.show_by_id',
    'discussions.show_by_key',
    'electorate.given_counts',
    'notices.thread',
    'past.votes_before',
    'poll_pages.count',
    'polls.facts',
    'polls.show',
    'polls.stamps',
    'reminders.reach',
    'thread_events.count',
    'thread_visits.by_key',
    'voters.count',
  ],
  'sorts all there are by what no index keeps: one would cost each change more than these readers': [
    'comment_reads.mentionable',
    'electorate.given',
    'group_feeds.threads',
    'history.made',
    'people.names',
    'people.page',
    'service_groups.candidates',
    'tags.most_used',
    'thread_visits.people',
    'threads.page',
    'zones.told',
  ],
  'looks through all there are for those that wait: most do, where many are asked': [
    'acceptance.pending',
    'electorate.undecided_after',
    'notices.open_ballots',
    'public.outcomes',
  ],
  'sorts the deliveries of a webhook where PostgreSQL has no statistics, when an admin asks': [
    'webhooks.list',
  ],
  'writes for all, and returns nothing of them': [
    'comments.delete',
    'discussions.insert',
    'edit_drafts.drop',
    'electorate.issue_missing',
    'electorate.issue_to_members',
    'electorate.withdraw',
    'electorate.withdraw_from_thread_guest',
    'electorate.withdraw_missing',
    'erasure.withdraw',
    'polls.insert',
    'polls.insert_and_show',
    'webhooks.remove',
  ],
  'looks through all ballots of a person who deletes the account, or all members without one after a reopening':
    ['spent_votes.comers_to_poll', 'spent_votes.keep'],
  'leaves out polls that the reader may not see, as many as there are': ['thread_events.page'],
}

export const ALWAYS: Record<string, string[]> = {
  'looks through all polls of a group, once somebody comes whose address was another person’s': [
    'refused_ballots.hold',
  ],
  'looks for the last of the comments that stay in each thread': ['erasure.comments'],
  'sorts what waits, which is seldom more than one': ['archives.claim'],
  'looks through all there is for what a person wrote, seldom: indexes would cost each change': [
    'archive.groups',
    'archive.outcomes',
    'archive.polls',
    'archive.threads',
  ],
  'looks through all there is for what a person left, once in their life: indexes would cost each change': [
    'erasure.mentions',
    'erasure.person',
    'erasure.writings',
  ],
  'looks for what is listed between votes and comments, at 20 000 events at most': ['history.page'],
  'brings together what the groups of one person have, of which one is large': [
    'calendar.polls',
    'calendar.reviews',
    'home.read',
    'home.waiting',
    'own_threads.count',
    'own_threads.page',
  ],
  'removes a group for good, in the background: indexes for it alone would cost every change': [
    'service_groups.remove',
  ],
  'looks through all names for those that begin so, when an operator searches': [
    'service_groups.page',
    'service_people.page',
  ],
  'counts what the whole service holds, when an operator asks': [
    'leaving.count',
    'status.holdings',
    'status.troubled',
  ],
  'looks every ten minutes for people who deleted their accounts: an index for it alone would cost every change':
    ['erased_files.claim'],
  'reads all groups of each person, for the language of a mail': ['sign_ins.claim'],
  'runs once, on a group that was made a moment before, to date it back': [
    'demo.age_events',
    'demo.age_outcomes',
    'demo.age_thread',
  ],
}
