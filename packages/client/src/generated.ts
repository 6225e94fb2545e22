// Written by "npm run client" from the OpenAPI document of the service. Changes made here are lost.

export type NewDiscussion = {
  /** Title of the thread (at most 150 characters). */
  title: string
  /** Context for the thread (at most 100000 characters). */
  description?: string | null
  /** The format of description. */
  description_format?: "md" | "html"
  /** Only the group and invited guests can read it. false: anyone can, if the group is public; in other groups every thread is private. */
  private?: boolean
  /** 'group' notifies the whole group. */
  recipient_audience?: "group" | null
  /** Members of the group or guests of the thread (at most 1000). */
  recipient_user_ids?: number[]
  /** Email addresses of people to invite (at most 1000). Blank ones are left out. */
  recipient_emails?: string[]
  /** A message to them (at most 10000 characters). */
  recipient_message?: string | null
  /** The names of its tags: at most 10, each at most 40 characters, without commas. A new name becomes a tag of the group; the same name in other case is the same tag. */
  tags?: string[]
  /** The key's own group. Variant B rejects any other group; variant A ignores it and uses the key's. */
  group_id?: number | null
}

export type ChangesToADiscussion = {
  /** Title of the thread (at most 150 characters). */
  title?: string
  /** Context for the thread, in the format it was written in (at most 100000 characters). */
  description?: string | null
  /** The names of its tags: at most 10, each at most 40 characters, without commas. A new name becomes a tag of the group; the same name in other case is the same tag. */
  tags?: string[]
}

export type Nothing = Record<never, never>

export type Guests = {
  /** People to invite to the thread (at most 1000). */
  emails: string[]
  /** A message to them (at most 10000 characters). */
  message?: string | null
}

export type NewComment = {
  /** The text, as Markdown (at most 100000 characters). */
  body: string
  /** The comment it replies to; null: the thread. */
  parent_id?: number | null
  /** Readers of the thread to notify, besides those mentioned in the text (at most 50). */
  mentioned_ids?: number[]
}

export type ChangesToAComment = {
  /** The text (at most 100000 characters). */
  body: string
}

export type NewPoll = {
  /** Title of the poll (at most 150 characters). */
  title: string
  /** The type of poll. */
  poll_type: "proposal" | "poll" | "count" | "score" | "ranked_choice" | "meeting" | "dot_vote"
  /** Body text (at most 100000 characters). */
  details?: string | null
  /** The format of details. */
  details_format?: "md" | "html"
  /** The options to vote on: at most 200, each at most 250 characters. proposal: of agree, disagree, abstain, block (none given: agree, abstain, disagree); count: none given: accept, decline; meeting: ISO 8601 dates or date-times; others: any text. */
  options?: string[]
  /** Descriptions of the options, in the order of options: each at most 500 characters, "" for none. */
  option_meanings?: string[]
  /** When voting closes: an ISO 8601 date-time (UTC if it has no zone), or a date (00:00 UTC, the start of that day). Null: the poll is a draft, and voting is disabled. */
  closing_at?: string | null
  /** true: only the people named in this request may vote; false: everyone in the group or thread. */
  specified_voters_only?: boolean
  /** How long results are hidden. An anonymous poll never shows them before it has closed. */
  hide_results?: "off" | "until_vote" | "until_closed" | null
  /** Old name: true means hide_results until_closed. @deprecated */
  hide_results_until_closed?: boolean
  /** Show options to voters in random order. */
  shuffle_options?: boolean
  /** Hide the identities of voters. */
  anonymous?: boolean
  /** Give each voter of an anonymous poll a signed receipt, with which they can find their ballot in the published record. Title, text, options and closing time are fixed once voting is open. */
  receipts?: boolean
  /** Let anyone who has a link to the poll vote, under a name they enter. These votes are shown separately and count nowhere else. Not for anonymous polls; it cannot be changed later. */
  open_link?: boolean
  /** The names of its tags: at most 10, each at most 40 characters, without commas. A new name becomes a tag of the group; the same name in other case is the same tag. */
  tags?: string[]
  /** The thread to add the poll to. */
  discussion_id?: number | null
  /** 'group' notifies the whole group. */
  recipient_audience?: "group" | null
  /** The people to remind 24 hours before the poll closes. */
  notify_on_closing_soon?: "nobody" | "author" | "undecided_voters" | "voters"
  /** Members of the group or guests of the thread (at most 1000). */
  recipient_user_ids?: number[]
  /** Email addresses of people to invite (at most 1000). Blank ones are left out. */
  recipient_emails?: string[]
  /** A message to them (at most 10000 characters). */
  recipient_message?: string | null
  /** score: the lowest score. */
  min_score?: number | null
  /** score: the highest score. */
  max_score?: number | null
  /** dot_vote: the number of dots each voter has. */
  dots_per_person?: number | null
  /** The least number of options on a ballot; for ranked_choice counted by points: the exact number. */
  minimum_stance_choices?: number | null
  /** The greatest number of options on a ballot. */
  maximum_stance_choices?: number | null
  /** count: the number of people needed, who give the first answer. Pages and messages say "4 of 8 needed". */
  agree_target?: number | null
  /** meeting: offer "if need be". */
  can_respond_maybe?: boolean
  /** Whether voters can or must give reasons. */
  stance_reason_required?: "disabled" | "optional" | "required"
  /** The percentage of voters who must vote for the poll to pass, as a whole number. */
  quorum_pct?: number | null
  /** The shares that options must reach, or must not exceed, for the poll to pass (at most 20); in forms thresholds[0][option]=…&thresholds[0][percent]=…. */
  thresholds?: Threshold2[] | null
  /** For a proposal with the option block: a single block makes it fail. If left out for a new poll: true if block is an option and quorum_pct or thresholds are set. */
  no_block?: boolean
  /** How ballots are counted. score: sum (default), star, median; ranked_choice: points (default), irv, stv_scottish, stv_meek, schulze, ranked_pairs; dot_vote: sum (default), equal_shares; other types: null. Fixed when voting opens. */
  count_method?: "points" | "irv" | "stv_scottish" | "stv_meek" | "schulze" | "ranked_pairs" | "sum" | "star" | "median" | "equal_shares" | null
  /** The number of options to elect, at most one fewer than there are. More than 1 only for points, stv_scottish, stv_meek, and polls of type poll. */
  seats?: number | null
  /** equal_shares: the total that can be spent on all options. */
  budget?: number | null
  /** equal_shares: the cost of each option, by option name, at most the budget; in forms option_costs[Bench]=400. */
  option_costs?: Record<string, number> | null
  /** The key's own group. Variant B rejects any other group; variant A ignores it and uses the key's. */
  group_id?: number | null
  /** Whether voters can add options (variant A). */
  voter_can_add_options?: boolean
  /** false adds people without sending notifications. Variant B: false when left out. */
  notify_recipients?: boolean
}

export type Threshold2 = {
  /** The option's name, exactly. */
  option: string
  /** A percentage with up to two decimal places, which is taken literally: 50.01 for more than half, 66.66 for two thirds (2 of 3 votes reach 66.66, but not 66.67). */
  percent: number
  /** Whether the share is of the ballots cast, or of everyone who may vote. */
  of?: "cast" | "eligible"
  /** Whether the share is a minimum or a maximum. */
  at?: "least" | "most"
}

export type ChangesToAPoll = {
  /** Title of the poll (at most 150 characters). */
  title?: string
  /** Body text, in the format it was written in (at most 100000 characters). */
  details?: string | null
  /** When voting closes, as for a new poll. Only for open polls: to open a draft, use POST …/open. */
  closing_at?: string | null
  /** How long results are hidden. Once voting is open, they cannot be shown earlier than announced. Always until_closed for an anonymous poll. */
  hide_results?: "off" | "until_vote" | "until_closed"
  /** Descriptions of the options, in the order of poll_option_ids: each at most 500 characters, "" for none. */
  option_meanings?: string[]
  /** The names of its tags: at most 10, each at most 40 characters, without commas. A new name becomes a tag of the group; the same name in other case is the same tag. */
  tags?: string[]
  /** The percentage of voters who must vote for the poll to pass, as a whole number. */
  quorum_pct?: number | null
  /** The shares that options must reach, or must not exceed, for the poll to pass (at most 20); in forms thresholds[0][option]=…&thresholds[0][percent]=…. */
  thresholds?: Threshold2[] | null
  /** For a proposal with the option block: a single block makes it fail. If left out for a new poll: true if block is an option and quorum_pct or thresholds are set. */
  no_block?: boolean
  /** How ballots are counted. score: sum (default), star, median; ranked_choice: points (default), irv, stv_scottish, stv_meek, schulze, ranked_pairs; dot_vote: sum (default), equal_shares; other types: null. Fixed when voting opens. */
  count_method?: "points" | "irv" | "stv_scottish" | "stv_meek" | "schulze" | "ranked_pairs" | "sum" | "star" | "median" | "equal_shares" | null
  /** The number of options to elect, at most one fewer than there are. More than 1 only for points, stv_scottish, stv_meek, and polls of type poll. */
  seats?: number | null
  /** equal_shares: the total that can be spent on all options. */
  budget?: number | null
  /** equal_shares: the cost of each option, by option name, at most the budget; in forms option_costs[Bench]=400. */
  option_costs?: Record<string, number> | null
}

export type ClosingTime = {
  /** When voting closes: an ISO 8601 date-time (UTC if it has no zone), or a date (00:00 UTC, the start of that day); in the future. */
  closing_at: string
}

export type NewOptions = {
  /** Options to add: at most 200 in all, each at most 250 characters. */
  options: string[]
}

export type NewOutcome = {
  /** What was decided, as Markdown (at most 10000 characters). */
  statement: string
  /** The date on which the outcome is due for review, such as 2027-03-01. */
  review_on?: string | null
  /** The option decided on. */
  poll_option_id?: number | null
}

export type Voters = {
  /** Email addresses of people inside or outside the group (at most 1000). */
  emails?: string[]
  /** Members of the group (at most 1000). */
  user_ids?: number[]
}

export type NewBallot = {
  /** The voter; alternatively, give email. */
  user_id?: number | null
  /** The address of the voter; alternatively, give user_id. */
  email?: string | null
  /** The reason (at most 10000 characters). */
  reason?: string | null
  /** The format of reason. */
  reason_format?: "md" | "html"
  /** A number for each option named, by its name or its id. proposal, poll, count: 1; score: the score; ranked_choice: the rank, 1 being the best; meeting: 0 (no), 1 (if need be) or 2 (yes) for every option; dot_vote: dots. In forms: choices[agree]=1. */
  choices: Record<string, number>
}

export type Voter2 = {
  /** The voter; alternatively, give email. */
  user_id?: number | null
  /** The address of the voter; alternatively, give user_id. */
  email?: string | null
}

export type Members = {
  /** Addresses to invite into the group. */
  emails: string[]
  /** Remove every member whose address is not in emails. */
  remove_absent?: boolean
  /** Return what would be done, without doing it. */
  dry_run?: boolean
  /** Let a guarded key empty the group or remove its last admin. */
  force?: boolean
  /** The key's own group. Variant B rejects any other group; variant A ignores it and uses the key's. */
  group_id?: number | null
}

export type ChangesToAMembership = {
  /** The member's role in the group. Only someone who has joined can be an admin. */
  role?: "admin" | "member"
  /** The member's title in the group (at most 150 characters); null: none. */
  title?: string | null
}

export type NewWebhook = {
  /** Where events are sent: https:// or http://, at most 2000 characters, at a public address. Redirects are not followed. */
  url: string
  /** The events it receives; empty: all events. */
  kinds?: ("new_discussion" | "discussion_edited" | "new_comment" | "poll_created" | "poll_opened" | "poll_edited" | "poll_closing_soon" | "poll_expired" | "poll_closed_by_user" | "poll_reopened" | "outcome_created" | "outcome_updated" | "outcome_withdrawn" | "outcome_review_due" | "stance_created" | "stance_updated" | "membership_created" | "membership_removed")[] | null
  /** The format of the body. */
  format?: "json" | "slack" | "discord" | "mattermost" | "teams" | "matrix"
}

export type ChangesToAWebhook = {
  /** Where events are sent: https:// or http://, at most 2000 characters, at a public address. Redirects are not followed. */
  url?: string
  /** The events it receives; empty: all events. */
  kinds?: ("new_discussion" | "discussion_edited" | "new_comment" | "poll_created" | "poll_opened" | "poll_edited" | "poll_closing_soon" | "poll_expired" | "poll_closed_by_user" | "poll_reopened" | "outcome_created" | "outcome_updated" | "outcome_withdrawn" | "outcome_review_due" | "stance_created" | "stance_updated" | "membership_created" | "membership_removed")[] | null
  /** The format of the body. */
  format?: "json" | "slack" | "discord" | "mattermost" | "teams" | "matrix"
  /** false: nothing more is sent. true: deliveries resume, and waiting ones are sent. */
  active?: boolean
}

export type Rotation = {
  /** How long the old secret signs in addition to the new one, in hours; 0: it stops immediately. */
  overlap_hours?: number | null
}

export type Envelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that started the threads and polls. */
  events: Event[]
  /** People and bots named in the other records. */
  users: User[]
  /** Polls. */
  polls: Poll[]
  /** The key's own group. */
  groups: Group[]
  /** The group it belongs to. */
  parent_groups: Group[]
  /** Memberships. */
  memberships: Membership[]
  /** The tags of the threads and polls. */
  tags: Tag[]
  /** The latest outcome. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have no ballots of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** The array that contains the requested records. */
    root: string
    /** For lists: the total number of records. */
    total: number | null
  }
}

export type Discussion = {
  /** The thread. */
  id: number
  /** Eight letters and digits; the page is /d/KEY. */
  key: string
  /** Its group. */
  group_id: number
  /** The person who started it. */
  author_id: number
  /** The title. */
  title: string
  /** The opening post. */
  description: string | null
  /** The format of the description. */
  description_format: "md" | "html"
  /** Only the group and invited guests can read it. false: anyone can, while the group is public. */
  private: boolean
  /** When it was started. */
  created_at: string
  /** When its text or its tags last changed. */
  updated_at: string
  /** When something last happened in it. */
  last_activity_at: string
  /** When the last comment was posted. */
  last_comment_at: string | null
  /** When it was closed. */
  closed_at: string | null
  /** The number of polls and comments in it. */
  items_count: number
  /** The number of comments in it. */
  comments_count: number
  /** The number of people who have read it. */
  seen_by_count: number
  /** The number of people who can read it: members of the group and guests of the thread. */
  members_count: number
  /** The number of versions of its text. */
  versions_count: number
  /** Its tags. */
  tag_ids: number[]
  /** Always empty. */
  attachments: string[]
  /** Always empty. */
  link_previews: string[]
  /** Always empty. */
  mentioned_usernames: string[]
  /** The language it was written in, if known: the author's, otherwise the group's. */
  content_locale: string | null
  /** The event that started it. */
  created_event_id: number
  /** Always null: discarded threads are not found. */
  discarded_at: string | null
}

export type Event = {
  /** The event. */
  id: number
  /** The kind of event: new_discussion, poll_created, … */
  kind: string
  /** The kind of record it concerns: Discussion, Poll, … */
  eventable_type: string
  /** Its id. */
  eventable_id: number
  eventable: {
    /** The same as eventable_type. */
    type: string
    /** The same as eventable_id. */
    id: number
  }
  /** The person or bot who did it. */
  actor_id: number | null
  /** The thread it belongs to. */
  discussion_id: number | null
  /** The event it responds to. */
  parent_id: number | null
  /** Its number within the thread, from 1. */
  sequence_id: number | null
  /** Its place among its siblings. */
  position: number
  /** 0 for an event that stands alone or starts a thread, 1 for an event in a thread. */
  depth: number
  /** The number of events that respond to it. */
  child_count: number
  /** When it happened. */
  created_at: string
  /** Always false. */
  pinned: boolean
  /** The message sent with it. */
  recipient_message: string | null
}

export type User = {
  /** The user. */
  id: number
  /** Null until the person has entered a name, or an admin of the group has entered one. */
  name: string | null
  /** For mentions. */
  username: string | null
  /** Only in membership responses to keys with read_memberships; otherwise null. */
  email: string | null
  /** Whether the person has confirmed the address. */
  email_verified: boolean
  /** True for the user that authors what an API key does. */
  bot: boolean
  /** One or two letters. */
  avatar_initials: string
  /** Always "initials". */
  avatar_kind: string
  /** IANA name. */
  time_zone: string
  /** The language the person chose, as a language tag; en if they have not chosen one. */
  locale: string
  /** When the account was created. */
  created_at: string
  /** The person's title in a group, by group id. */
  titles: Record<string, string>
}

export type Poll = {
  /** The poll. */
  id: number
  /** Eight letters and digits; the page is /p/KEY. */
  key: string
  /** The title. */
  title: string
  /** The body text. */
  details: string | null
  /** The format of details. */
  details_format: "md" | "html"
  /** The type of poll. */
  poll_type: "proposal" | "poll" | "count" | "score" | "ranked_choice" | "meeting" | "dot_vote"
  /** Its group. */
  group_id: number
  /** The thread it belongs to. */
  discussion_id: number | null
  /** The person who created it. */
  author_id: number
  /** When it was created. */
  created_at: string
  /** When its settings last changed. */
  updated_at: string
  /** When voting opened; null for a draft. */
  opened_at: string | null
  /** When voting closes; null for a draft ("Work in progress"). */
  closing_at: string | null
  /** When voting closed; null until then. */
  closed_at: string | null
  /** Nobody can see who voted how. */
  anonymous: boolean
  /** Each voter gets a signed receipt for the ballot. */
  receipts: boolean
  /** Anyone with a link can vote in addition to the voters. */
  open_link: boolean
  /** How long results are hidden. */
  hide_results: "off" | "until_vote" | "until_closed"
  /** Whether hide_results is until_closed. */
  hide_results_until_closed: boolean
  /** Only the people named can vote. */
  specified_voters_only: boolean
  /** Voters can add options. */
  voter_can_add_options: boolean
  /** Each voter sees the options in a different order. */
  shuffle_options: boolean
  /** The people reminded 24 hours before voting closes. */
  notify_on_closing_soon: "nobody" | "author" | "undecided_voters" | "voters"
  /** A ballot can name several options. */
  multiple_choice: boolean
  /** The lowest score. */
  min_score: number
  /** The highest score. */
  max_score: number
  /** The number of dots each voter has. */
  dots_per_person: number
  /** The least number of options on a ballot. */
  minimum_stance_choices: number
  /** The greatest number of options on a ballot. */
  maximum_stance_choices: number
  /** The number of people needed. */
  agree_target: number | null
  /** Meetings: "if need be" is offered. */
  can_respond_maybe: boolean
  /** Whether voters can or must give reasons. */
  stance_reason_required: "disabled" | "optional" | "required"
  /** The percentage of voters who must vote for it to pass; null: no minimum. */
  quorum_pct: number | null
  /** The shares that options must reach, or must not exceed, for it to pass. */
  thresholds: Threshold[]
  /** A single block makes the proposal fail. */
  no_block: boolean
  /** How ballots are counted; null if the poll type allows no choice. */
  count_method: "points" | "irv" | "stv_scottish" | "stv_meek" | "schulze" | "ranked_pairs" | "sum" | "star" | "median" | "equal_shares" | null
  /** The number of options to elect. */
  seats: number
  /** equal_shares: the total that can be spent; otherwise null. */
  budget: number | null
  /** equal_shares: the cost of each option, by option name; otherwise {}. */
  option_costs: Record<string, number> | null
  /** The elected options, in the order of their election; empty until voting has closed, and while results are hidden. */
  elected_option_ids: number[]
  /** In display order. */
  poll_option_names: string[]
  /** In display order. */
  poll_option_ids: number[]
  /** The number of ballots given out. */
  voters_count: number
  /** The number of ballots not cast yet. */
  undecided_voters_count: number
  /** Ballots cast. */
  decided_voters_count: number
  /** The percentage of ballots cast, rounded down. */
  cast_stances_pct: number
  /** Score per option, in display order; empty while results are hidden. */
  stance_counts: number[]
  /** The sum of all scores; null while results are hidden. */
  total_score: number | null
  /** In the order of the poll type; empty while results are hidden. */
  results: Result[]
  /** Whether this key may see the results now. */
  results_visible: boolean
  /** The number of ballots in the shown results; null while results are hidden. */
  results_as_of: number | null
  /** The number of votes by open links. None of the figures above include them. */
  open_voters_count: number
  /** The same for the votes by open links alone; empty while results are hidden, or if there are none. */
  open_results: Result[]
  /** The latest outcome. */
  current_outcome_id: number | null
  /** The key's own ballot: always null, because bots do not vote. */
  my_stance_id: number | null
  /** The event that started it. */
  created_event_id: number
  /** Always null: discarded polls are not found. */
  discarded_at: string | null
  /** Its tags. */
  tag_ids: number[]
  /** Always empty. */
  attachments: string[]
  /** Always empty. */
  link_previews: string[]
  /** Always empty. */
  mentioned_usernames: string[]
  /** The language it was written in, if known: the author's, otherwise the group's. */
  content_locale: string | null
  /** The number of versions of its settings. */
  versions_count: number
  /** Always {}. */
  custom_fields: Record<string, string>
}

export type Threshold = {
  /** The option's name, exactly. */
  option: string
  /** A percentage with up to two decimal places, which is taken literally: 50.01 for more than half, 66.66 for two thirds (2 of 3 votes reach 66.66, but not 66.67). */
  percent: number
  /** Whether the share is of the ballots cast, or of everyone who may vote. */
  of: "cast" | "eligible"
  /** Whether the share is a minimum or a maximum. */
  at: "least" | "most"
}

export type Result = {
  /** The option. */
  poll_option_id: number
  /** The option's name. */
  name: string
  /** 1 for the highest score; equal scores share a rank. */
  rank: number
  /** The sum of its scores. */
  score: number
  /** Its share of the sum of all scores, in percent. */
  score_percent: number
  /** Its score as a percentage of the highest score. */
  max_score_percent: number
  /** Its voters as a percentage of the ballots cast. */
  voter_percent: number
  /** The number of voters who chose it (score polls: gave it a score). */
  voter_count: number
  /** The average score of those who answered it; null when nobody did. */
  average: number | null
  /** The voters who chose it; empty if anonymous. */
  voter_ids: number[]
}

export type Group = {
  /** The group. */
  id: number
  /** Eight letters and digits. */
  key: string
  /** The name in addresses: /g/HANDLE. */
  handle: string
  /** Its name. */
  name: string
  /** Its name, preceded by the parent group's name. */
  full_name: string
  /** The group it belongs to. */
  parent_id: number | null
  /** Its purpose. */
  description: string | null
  /** The format of the description. */
  description_format: "md" | "html"
  /** When it was created. */
  created_at: string
  /** The person who created it. */
  creator_id: number | null
  /** The number of members, including pending ones. */
  memberships_count: number
  /** The number of people invited who have not joined. */
  pending_memberships_count: number
  /** Joined. */
  accepted_memberships_count: number
  /** Admins. */
  admin_memberships_count: number
  /** The number of polls, including drafts and closed ones. */
  polls_count: number
  /** The number of polls whose voting has closed. */
  closed_polls_count: number
  /** Threads. */
  discussions_count: number
  /** The number of threads that are not closed. */
  open_discussions_count: number
  /** Closed threads. */
  closed_discussions_count: number
  /** "open": anyone can see the group and its public threads; "closed": only its members can. */
  group_privacy: string
  /** "public_or_private": threads can be started as public; "private_only": all threads are private. */
  discussion_privacy_options: string
  /** Always "invitation": nobody can join, or ask to, without an invitation or a link from an admin. */
  membership_granted_upon: string
  /** Anyone can see the group and its public threads. */
  is_visible_to_public: boolean
  /** What members can do without being admins. */
  members_can_add_members: boolean
  /** What members can do without being admins. */
  members_can_add_guests: boolean
  /** What members can do without being admins. */
  members_can_announce: boolean
  /** What members can do without being admins. */
  members_can_create_subgroups: boolean
  /** What members can do without being admins. */
  members_can_start_discussions: boolean
  /** What members can do without being admins. */
  members_can_edit_discussions: boolean
  /** What members can do without being admins. */
  members_can_edit_comments: boolean
  /** What members can do without being admins. */
  members_can_delete_comments: boolean
  /** What members can do without being admins. */
  members_can_raise_motions: boolean
}

export type Membership = {
  /** The membership. */
  id: number
  /** The group. */
  group_id: number
  /** The member. */
  user_id: number
  /** The person who invited the member. */
  inviter_id: number | null
  /** The member is an admin of the group. */
  admin: boolean
  /** The member's title in the group. */
  title: string | null
  /** When the member joined; null: invited, not yet joined. */
  accepted_at: string | null
  /** When the member was first invited. */
  created_at: string
  /** The member's address; null for keys without read_memberships. */
  user_email: string | null
}

export type Tag = {
  /** The tag. */
  id: number
  /** Its name, of which the group has only one, regardless of case. */
  name: string
  /** Its group. */
  group_id: number
  /** Always null: tags have no colors. */
  color: null
}

export type Outcome = {
  /** The outcome. */
  id: number
  /** Its poll. */
  poll_id: number
  /** The option decided on; null: none. */
  poll_option_id: number | null
  /** Its group. */
  group_id: number
  /** The person who published it. */
  author_id: number
  /** What was decided. */
  statement: string
  /** The format of statement. */
  statement_format: "md" | "html"
  /** Whether this is the latest outcome. */
  latest: boolean
  /** When it was published. */
  created_at: string
  /** The date on which it is due for review. */
  review_on: string | null
}

export type Ballot = {
  /** The id of the ballot, which stays the same when the vote changes. */
  id: number
  /** Its poll. */
  poll_id: number
  /** The voter; null where votes are anonymous. */
  participant_id: number | null
  /** When it was cast in its current form. */
  cast_at: string
  /** When the ballot was given. */
  created_at: string
  /** Whether this is the one that counts. */
  latest: boolean
  /** Always false. */
  admin: boolean
  /** The person who gave it. */
  inviter_id: number | null
  /** When it was withdrawn. */
  revoked_at: string | null
  /** Score by option id; ranks are returned as points. */
  option_scores: Record<string, number>
  /** Why. */
  reason: string | null
  /** The format of reason. */
  reason_format: "md" | "html"
  /** Whether it is the vote of the person making the request; never true for a group's key. */
  my_stance: boolean
  /** The API key that cast it for the voter; null: the voter cast it. */
  api_key_id: number | null
}

export type PollOption = {
  /** The option. */
  id: number
  /** Its poll. */
  poll_id: number
  /** Exactly as it was posted. */
  name: string
  /** The name as shown to people. */
  label: string
  /** Its position in the display order, from 0; for meetings, by time. */
  priority: number
  /** The icon of a proposal option. */
  icon: string | null
  /** A colour, unique within the poll. */
  color: string
  /** Its description; null: none. */
  meaning: string | null
  /** The sum of its scores; null while results are hidden. */
  total_score: number | null
  /** Score by user id, without zeros except in meetings; {} if anonymous or hidden. */
  voter_scores: Record<string, number>
  /** True if voter_scores is empty because more than 5 000 people have voted, or because this is a list, a webhook or the response to a ballot. */
  voter_scores_omitted?: boolean
}

export type ListEnvelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that started the threads and polls. */
  events: Event[]
  /** People and bots named in the other records. */
  users: User[]
  /** Polls. */
  polls: Poll[]
  /** The key's own group. */
  groups: Group[]
  /** The group it belongs to. */
  parent_groups: Group[]
  /** Memberships. */
  memberships: Membership[]
  /** The tags of the threads and polls. */
  tags: Tag[]
  /** The latest outcome. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have no ballots of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** The array that contains the requested records. */
    root: string
    /** For lists: the total number of records. */
    total: number | null
    /** The cursor of the next page: send it as `after`, where the list accepts it. Null: there is no next page. */
    next: number | null
  }
}

export type CommentsEnvelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that started the threads and polls. */
  events: Event[]
  /** People and bots named in the other records. */
  users: User[]
  /** Polls. */
  polls: Poll[]
  /** The key's own group. */
  groups: Group[]
  /** The group it belongs to. */
  parent_groups: Group[]
  /** Memberships. */
  memberships: Membership[]
  /** The tags of the threads and polls. */
  tags: Tag[]
  /** The latest outcome. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have no ballots of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** The array that contains the requested records. */
    root: string
    /** For lists: the total number of records. */
    total: number | null
    /** The cursor of the next page: send it as `after`, where the list accepts it. Null: there is no next page. */
    next: number | null
  }
  /** Comments, oldest first. */
  comments: Comment[]
}

export type Comment = {
  /** The comment. */
  id: number
  /** Its thread. */
  discussion_id: number
  /** The comment it replies to; null: it replies to the thread. */
  parent_id: number | null
  /** The author. */
  author_id: number
  /** The text; null when it was deleted: a placeholder stays. */
  body: string | null
  /** The format of body. */
  body_format: "md"
  /** The language it was written in, if known: the author's, otherwise the group's. */
  content_locale: string | null
  /** Its number within the thread, from 1. */
  sequence_id: number
  /** The people it mentions. */
  mentioned_ids: number[]
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** When it was last edited. */
  edited_at: string | null
  /** When it was deleted. */
  discarded_at: string | null
  /** The person who deleted it. */
  discarded_by: number | null
}

export type VotersEnvelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that started the threads and polls. */
  events: Event[]
  /** People and bots named in the other records. */
  users: User[]
  /** Polls. */
  polls: Poll[]
  /** The key's own group. */
  groups: Group[]
  /** The group it belongs to. */
  parent_groups: Group[]
  /** Memberships. */
  memberships: Membership[]
  /** The tags of the threads and polls. */
  tags: Tag[]
  /** The latest outcome. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have no ballots of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** The array that contains the requested records. */
    root: string
    /** For lists: the total number of records. */
    total: number | null
    /** The cursor of the next page: send it as `after`, where the list accepts it. Null: there is no next page. */
    next: number | null
  }
  /** The people who have a ballot; empty if votes are anonymous. */
  voters: Voter[]
}

export type Voter = {
  /** The user. */
  id: number
  /** The poll. */
  poll_id: number
  /** The user. */
  user_id: number
  /** Whether the ballot has been cast. */
  voted: boolean
  /** Why the voter got a ballot. */
  issued_as: "member" | "thread_guest" | "named"
  /** The person who gave it. */
  inviter_id: number
  /** When it was given. */
  created_at: string
  /** The API key that cast it for the voter; null: the voter cast it, or it has not been cast. */
  api_key_id: number | null
}

export type Results = {
  /** Whether this key may see the results now. */
  results_visible: boolean
  /** The number of ballots in the shown results; null while results are hidden. */
  results_as_of: number | null
  /** In the order of the poll type; empty while results are hidden. */
  options: OptionResult[]
  turnout: Turnout
  decision: Decision
}

export type OptionResult = {
  /** The option. */
  id: number
  /** Exactly as it was posted. */
  name: string
  /** The sum of its scores. */
  score: number
  /** The number of voters who chose it (score polls: gave it a score). */
  voter_count: number
  /** These voters as a share of the ballots counted. Between 0 and 1, with four decimal places; 0 if there are none. */
  share_of_cast: number
  /** These voters as a share of everyone who may vote. Between 0 and 1, with four decimal places; 0 if there are none. */
  share_of_eligible: number
  /** The average score of those who answered it; null when nobody did. */
  average: number | null
  /** 1 for the highest score; equal scores share a rank. */
  rank: number
}

export type Turnout = {
  /** The number of ballots given out. */
  eligible: number
  /** Ballots cast. */
  cast: number
  /** The ballots cast as a share of those given out. Between 0 and 1, with four decimal places; 0 if there are none. */
  share: number
}

export type Decision = {
  /** Whether every condition is met. Null if the poll has no conditions, voting has not closed, its result is not visible yet, or nobody voted and nothing is required (only no_block and "most"). */
  passed: boolean | null
  /** The poll's conditions, with their results. */
  rules: Rule[]
  /** The same as a sentence. */
  sentence: string
}

export type Rule = {
  /** The kind of condition. */
  rule: "threshold" | "no_block" | "quorum"
  /** The option it is about; null for the quorum. */
  option: string | null
  /** Whether the share is of the ballots cast, or of everyone who may vote. */
  of: "cast" | "eligible"
  /** Whether the required number is a minimum or a maximum. */
  at: "least" | "most"
  /** In percent; no_block: a number of blocks, 0. */
  required: number
  /** The result so far, in percent with two decimal places, never rounded across the required share; no_block: the number of blocks. Null if this key may not see it. */
  actual: number | null
  /** Null until voting has closed and the result is visible, and for "most" if nobody voted: nothing was decided. */
  passed: boolean | null
}

export type CountOfBallots = {
  /** Whether this key may see the results now. */
  results_visible: boolean
  /** The number of ballots counted; null while results are hidden. */
  results_as_of: number | null
  /** How the ballots are counted; null: polls of this type elect nothing. */
  method: string | null
  /** The number of options to elect. */
  seats: number
  /** The options, in display order. */
  options: CountedOption[]
  /** The number of votes needed for election, as a decimal number; null: the method has no quota. */
  quota: string | null
  /** The number of ballots that name an option. */
  valid: number
  /** The elected options, in the order of their election; before voting closes: as of now. */
  elected: string[]
  /** The same, by their ids. */
  elected_option_ids: number[]
  /** The rounds, in order; empty while results are hidden and before the first vote. */
  rounds: Round[]
  /** Ties, and how they were settled. */
  ties: Tie[]
  /** Groups of equally ranked options, best first; null: the method ranks none. */
  ranking: string[][] | null
  /** The number of voters who prefer one option to another, by option names; null: the method does not compare pairs. */
  pairwise: Record<string, Record<string, number>> | null
  /** What other methods elect with the same ballots; empty until voting has closed. */
  others: OtherCount[]
}

export type CountedOption = {
  /** The option. */
  id: number
  /** Its name. */
  name: string
}

export type Round = {
  /** The votes of each option still in the count, by option name. */
  votes: Record<string, string>
  /** Elected in this round. */
  elected: string[]
  /** Excluded in this round. */
  excluded: string[]
  /** The votes that no longer count for any option. */
  exhausted: string
  /** How votes were transferred from the previous round. */
  transfers: Transfer[]
}

export type Transfer = {
  /** The option whose votes are transferred; null: several at once, as in Meek counts. */
  from: string | null
  /** The option that receives them; null: they are exhausted. */
  to: string | null
  /** How many. */
  votes: string
}

export type Tie = {
  /** The tied options. */
  options: string[]
  /** How it was settled. */
  by: string
  /** The option chosen. */
  chose: string
}

export type OtherCount = {
  /** Another method that could count these ballots. */
  method: string
  /** The options it elects. */
  elected: string[]
}

export type Head = {
  /** The poll. */
  poll_id: number
  /** Whether this key may see the results now. */
  results_visible: boolean
  /** The number of the closing, because a named poll can be reopened. Null: there is no head, because voting is open, results are hidden, or a release without heads closed the poll. */
  closing: number | null
  /** The signed note of the last closing: the number of ballots, their root hash, who could vote and how many did, and the hash of the group's previous head. Null: there is none, or it is not signed yet. */
  head: string | null
  /** The public key that verifies it, as /.well-known/folkmoot-key lists it. */
  key: string | null
  /** The question, options and rules at the time of closing, as canonical JSON. */
  manifest: string | null
  /** The signature of the manifest, in base64. */
  manifest_signature: string | null
  /** The first 26 characters of the hash of the manifest, for comparison. */
  fingerprint: string | null
}

export type PollRecord = {
  /** The format and its version. */
  format: string
  /** The question, the options and the rules. */
  manifest: Record<string, unknown> | null
  /** The signature of the manifest, in base64. Null: not signed yet. */
  manifest_signature: string | null
  /** The public key that verifies the signatures. */
  key: string | null
  /** The signed note of the closing. */
  head: string | null
  /** The signed note of the group's previous closing. Null: this is the first. */
  previous_head: string | null
  /** All ballots, in the order of their leaves. */
  ballots: RecordedBallot[]
  /** Everyone who could vote. */
  roll: RollEntry[]
  totals: RecordedTotals
  /** How the ballots were counted. Null: polls of this type elect nothing. */
  count: Record<string, unknown> | null
  /** The decision. Null: the poll has no conditions. */
  verdict: Record<string, unknown> | null
}

export type RecordedBallot = {
  /** The answers: [slot, number], by slot. In rankings, the number is the rank, 1 being the best. */
  choices: number[][]
  /** With receipts: the commitment, in hex. */
  c?: string
  /** With receipts: the hash that hides the nonce and the words of the voter, in hex. */
  b?: string
  /** In anonymous polls without receipts: a random number, in hex. */
  nonce?: string
  /** The name of the API key that cast it; null: the voter cast it. */
  cast_by_key?: string | null
  /** In named polls: the hash of the salt and the voter's id. */
  voter_hash?: string
  /** The hash of the salt and the reason; null: there is no reason. */
  reason_hash?: string | null
  voter?: RecordedVoter
  reason?: RecordedReason
  /** When it was cast. */
  cast_at?: string
}

export type RecordedVoter = {
  /** The voter. */
  id: number
  /** Their current name. */
  name: string
  /** The salt, in hex. */
  salt: string
}

export type RecordedReason = {
  /** The reason. */
  text: string
  /** The salt, in hex. */
  salt: string
}

export type RollEntry = {
  /** A hash by which only the person themselves can recognize their entry, in hex. */
  entry: string
  /** Whether this person voted. */
  voted: boolean
}

export type RecordedTotals = {
  /** The number of ballots. */
  cast_count: number
  /** The totals, by slot. */
  rows: RecordedTotal[]
}

export type RecordedTotal = {
  /** The option. */
  slot: number
  /** Its rank by score. */
  rank: number
  /** The sum of its scores. */
  score: number
  /** The number of voters who support it. */
  voter_count: number
  /** The average score. */
  average: number | null
}

export type MembersSet = {
  /** Newly invited addresses, in the order given. */
  added_emails: string[]
  /** Addresses of removed members, by membership. */
  removed_emails: string[]
}

export type FeedEnvelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that started the threads and polls. */
  events: Event[]
  /** People and bots named in the other records. */
  users: User[]
  /** Polls. */
  polls: Poll[]
  /** The key's own group. */
  groups: Group[]
  /** The group it belongs to. */
  parent_groups: Group[]
  /** Memberships. */
  memberships: Membership[]
  /** The tags of the threads and polls. */
  tags: Tag[]
  /** The latest outcome. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have no ballots of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** The array that contains the requested records. */
    root: string
    /** Always null: events are not counted. */
    total: null
    /** The cursor to continue from, always present: send it as `after`. */
    next: number
  }
}

export type WebhooksEnvelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that started the threads and polls. */
  events: Event[]
  /** People and bots named in the other records. */
  users: User[]
  /** Polls. */
  polls: Poll[]
  /** The key's own group. */
  groups: Group[]
  /** The group it belongs to. */
  parent_groups: Group[]
  /** Memberships. */
  memberships: Membership[]
  /** The tags of the threads and polls. */
  tags: Tag[]
  /** The latest outcome. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have no ballots of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** The array that contains the requested records. */
    root: string
    /** For lists: the total number of records. */
    total: number | null
  }
  /** Webhooks. */
  webhooks: Webhook[]
  /** The deliveries, newest first. */
  webhook_deliveries: WebhookDelivery[]
}

export type Webhook = {
  /** The webhook. */
  id: number
  /** Its group. */
  group_id: number
  /** The person who created it; null: the command line. */
  author_id: number | null
  /** Where events are sent. */
  url: string
  /** The events it receives; empty: all events. */
  kinds: ("new_discussion" | "discussion_edited" | "new_comment" | "poll_created" | "poll_opened" | "poll_edited" | "poll_closing_soon" | "poll_expired" | "poll_closed_by_user" | "poll_reopened" | "outcome_created" | "outcome_updated" | "outcome_withdrawn" | "outcome_review_due" | "stance_created" | "stance_updated" | "membership_created" | "membership_removed")[]
  /** The format of the body: json has the records of this API, the others are for chat services. */
  format: "json" | "slack" | "discord" | "mattermost" | "teams" | "matrix"
  /** Whether it is on. If false, nothing is sent. */
  active: boolean
  /** Signs deliveries (Standard Webhooks). Returned only when created; null afterwards. */
  secret: string | null
  /** When it last accepted a delivery. */
  succeeded_at: string | null
  /** The first failure since then; null: none. */
  failing_since: string | null
  /** When it was turned off. */
  disabled_at: string | null
  /** Why it is off: turned off manually, because it responded with 410, or because all attempts of a delivery failed. */
  disabled_reason: "by_hand" | "gone" | "failing" | null
  /** When it was created. */
  created_at: string
  /** When its settings last changed. */
  updated_at: string
}

export type WebhookDelivery = {
  /** The delivery. */
  id: number
  /** Its webhook. */
  webhook_id: number
  /** The event it reports; null: a test. */
  event_id: number | null
  /** The kind of the event, or "test". */
  kind: string
  /** Sent as webhook-id, the same for every attempt. */
  message_id: string
  /** sent: the receiver responded with 2xx. failed: it will not be tried again. */
  status: "waiting" | "sent" | "failed"
  /** The number of attempts. */
  attempts: number
  /** When the next attempt is due; null: none. */
  due_at: string | null
  /** When the last attempt was made. */
  tried_at: string | null
  /** The status of the last response; null: there was none. */
  answer_status: number | null
  /** Why there was no response. */
  error: string | null
  /** The duration of the last attempt, in milliseconds. */
  took_ms: number | null
  /** When it was created. */
  created_at: string
}

export type FieldProblem = {
  /** The field. */
  field: string
  /** What is wrong with it, for programs: the codes are stable. */
  code: string
  /** The values in the message. */
  params: Record<string, unknown>
  /** What is wrong with it, in the language of Accept-Language. */
  message: string
}

export type Allowance = {
  /** The limit for its time window. */
  limit: number
  /** The number left. */
  remaining: number
  /** Seconds until the limit resets. */
  reset_seconds: number
}

export type Problem = {
  /** A page about this kind of problem. */
  type: string
  /** The kind of problem in words. */
  title: string
  /** The HTTP status. */
  status: number
  /** The kind of problem, for programs. */
  code: "malformed_body" | "malformed_request" | "api_key_conflict" | "api_key_missing" | "api_key_invalid" | "api_key_expired" | "api_key_revoked" | "permission_missing" | "group_mismatch" | "admins_only" | "no_ballot" | "not_facilitator" | "other_origin" | "not_yours" | "not_joined" | "group_suspended" | "not_found" | "not_offered" | "method_not_allowed" | "request_timeout" | "other_person" | "thread_closed" | "thread_open" | "comment_deleted" | "poll_closed" | "poll_not_open" | "poll_not_draft" | "poll_not_closed" | "poll_anonymous" | "ballot_not_cast" | "ballot_of_voter" | "poll_sealed" | "reminded_lately" | "last_admin" | "import_running" | "has_admin" | "invitation_open" | "joined_already" | "own_name" | "nothing_to_restore" | "webhook_disabled" | "webhook_test_running" | "idempotency_in_flight" | "precondition_failed" | "body_too_large" | "unsupported_media_type" | "invalid" | "idempotency_key_reuse" | "would_empty_group" | "would_remove_last_admin" | "invites_limited" | "too_many_attempts" | "rate_limited" | "headers_too_large" | "internal" | "unavailable" | "no_writes" | "newer_schema"
  /** What is wrong, in one sentence. */
  error: string
  /** Every invalid field and what is wrong with it. */
  errors?: Record<string, string[]>
  /** The same as codes, one for each message in errors. */
  problems?: FieldProblem[]
  allowance?: Allowance
  /** Identifies this request in the log. */
  request_id: string
}

/** What each call takes: its path, its query and its body together. */
export type Inputs = {
  /** Create discussion. Starts a thread and notifies its recipients. Permission: create_discussion. */
  createDiscussion: NewDiscussion
  /** List discussions. The threads of the key's group, newest first. A page ends early if the next thread would bring its texts above 1000000 bytes. It contains at least one thread, and meta.next is null only on the last page. Continue with after=meta.next, or increase from by the number of threads received. */
  listDiscussions: {
    /** Filter by status. */
    status?: "all" | "open" | "closed"
    /** The number of records to return (at most 200). */
    per?: number | null
    /** The number of records to skip. */
    from?: number | null
    /** meta.next of the previous page: the list continues there, even if records were added or removed. */
    after?: number | null
  }
  /** Show discussion. A thread of the key's group. */
  showDiscussion: {
    /** The thread's id (digits) or key. */
    ref: string | number
  }
  /** Change discussion. Changes the given fields; earlier versions are kept. Fields you leave out stay unchanged; null clears a field that may be empty. Permission: manage_discussions. */
  changeDiscussion: {
    /** The thread's id (digits) or key. */
    ref: string | number
  } & ChangesToADiscussion
  /** Delete discussion. Deletes a thread with its polls: they can no longer be found anywhere. Permission: manage_discussions. */
  deleteDiscussion: {
    /** The thread's id (digits) or key. */
    ref: string | number
  }
  /** Close discussion. Closes a thread to comments; its polls continue. Permission: manage_discussions. */
  closeDiscussion: {
    /** The thread's id (digits) or key. */
    ref: string | number
  } & Nothing
  /** Reopen discussion. Reopens a closed thread to comments. Permission: manage_discussions. */
  reopenDiscussion: {
    /** The thread's id (digits) or key. */
    ref: string | number
  } & Nothing
  /** Invite guests. Invites people to a thread and notifies them. People who are not in the group become guests of the thread and get a ballot in each of its draft and open polls that are for everyone. Permission: manage_discussions. */
  inviteGuests: {
    /** The thread's id (digits) or key. */
    ref: string | number
  } & Guests
  /** List comments. The comments of a thread, oldest first. Deleted comments appear without their text. A page ends early if the next comment would bring its texts above 1000000 bytes. It contains at least one comment, and meta.next is null only on the last page. Continue with after=meta.next, or increase from by the number of comments received. */
  listComments: {
    /** The number of records to return (at most 200). */
    per?: number | null
    /** The number of records to skip. */
    from?: number | null
    /** meta.next of the previous page: the list continues there, even if records were added or removed. */
    after?: number | null
    /** The thread's id (digits) or key. */
    ref: string | number
  }
  /** Create comment. Adds a comment to a thread, as the key's bot, and notifies the people it mentions, the thread's author, and the author of the comment it replies to. If-Match accepts the ETag of the thread. Permission: comment. */
  createComment: {
    /** The thread's id (digits) or key. */
    ref: string | number
  } & NewComment
  /** Show comment. A comment in a thread of the key's group. */
  showComment: {
    /** The id of the comment. */
    id: string | number
  }
  /** Change comment. Changes the text of a comment that this key wrote; the earlier text is kept. Permission: comment. */
  changeComment: {
    /** The id of the comment. */
    id: string | number
  } & ChangesToAComment
  /** Delete comment. Permanently deletes the text of a comment; a placeholder remains. Permission: comment for what this key created, manage_discussions for everything. */
  deleteComment: {
    /** The id of the comment. */
    id: string | number
  }
  /** Create poll. Creates a poll, gives voters their ballots and notifies its recipients. Permission: create_poll. Keys of variant B ignore voter_can_add_options, and notify nobody unless notify_recipients is true; then a poll for everyone notifies everyone who gets a ballot. */
  createPoll: NewPoll
  /** List polls. The polls of the key's group, newest first, with the results that a member who has not voted may see. Voters are only included when you request a single poll. A page ends early if the next poll would bring its texts above 1000000 bytes. It contains at least one poll, and meta.next is null only on the last page. Continue with after=meta.next, or increase from by the number of polls received. */
  listPolls: {
    /** Filter by status. */
    status?: "all" | "open" | "closed" | "draft"
    /** The number of records to return (at most 200). */
    per?: number | null
    /** The number of records to skip. */
    from?: number | null
    /** meta.next of the previous page: the list continues there, even if records were added or removed. */
    after?: number | null
  }
  /** Show poll. A poll of the key's group, with the results that a member who has not voted may see. */
  showPoll: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Change poll. Changes the given fields of a draft or an open poll. Of a closed poll only the tags can be changed. Fields you leave out stay unchanged; null clears a field that may be empty. Permission: manage_polls. */
  changePoll: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & ChangesToAPoll
  /** Delete poll. Deletes a poll: it can no longer be found anywhere and accepts no votes, and nobody is notified. Permission: manage_polls. */
  deletePoll: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Open poll. Opens a draft until closing_at and notifies everyone who has a ballot. Permission: manage_polls. */
  openPoll: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & ClosingTime
  /** Reopen poll. Reopens a closed poll until closing_at; its ballots are kept. Not for anonymous polls. Permission: manage_polls. */
  reopenPoll: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & ClosingTime
  /** Close poll. Ends voting now. The result of an anonymous poll is final: it cannot be reopened. Permission: manage_polls. */
  closePoll: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & Nothing
  /** Add options. Adds options to a draft or an open poll; ballots already cast have no answer for them. Not for proposals, not for an open poll whose options have costs, and not for an anonymous poll in which someone has voted (409 poll_anonymous): ballots without the new option would stand out. Permission: manage_polls. */
  addOptions: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & NewOptions
  /** Remind voters. Reminds everyone who has a ballot and has not voted, at most once in twelve hours. Permission: manage_polls. */
  remindVoters: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & Nothing
  /** Publish outcome. Publishes the outcome of a closed poll and notifies the people concerned. Publishing again replaces the previous outcome and notifies nobody, unless a meeting gets a different time. Permission: manage_polls. */
  createOutcome: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & NewOutcome
  /** Invite voters. Gives these people a ballot, whether or not they are members of the group, and notifies those who had none. Permission: manage_polls. */
  inviteVoters: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & Voters
  /** List voters. The voters, by id, and whether they have voted, with former ones whose votes count; for anonymous polls, only the poll's counts. Permission: manage_polls. */
  listVoters: {
    /** true: only people who have voted; false: only people who have not. */
    voted?: boolean | null
    /** The number of records to return (at most 200). */
    per?: number | null
    /** The number of records to skip. */
    from?: number | null
    /** meta.next of the previous page: the list continues there, even if records were added or removed. */
    after?: number | null
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Cast ballot. Casts or changes the ballot of a voter, and marks it as cast by this key; the voter and everyone who may see the ballot can see that. A ballot that the voter cast themselves cannot be changed: 409 ballot_of_voter. Anonymous polls accept ballots only from the voters themselves: 409 poll_anonymous. Sending the same ballot again changes nothing; Idempotency-Key is ignored. Permission: cast_ballots. */
  castBallot: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & NewBallot
  /** Withdraw ballot. Withdraws a vote that a key has cast, while voting is open: the voter keeps the ballot and can still cast it. You can also name the voter in the query. Permission: cast_ballots. */
  withdrawBallot: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & Voter2
  /** Show results. The results in numbers: per option, if a member who has not voted may see them; the turnout, which is never hidden; and the verdict under the poll's conditions (quorum_pct, thresholds, no_block). Once voting has closed, decision.passed is true or false if the poll has conditions, and null if nobody voted and they require nothing. */
  showResults: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Show the count. How the ballots were counted, round by round: the votes of each option, which options were elected or excluded and why, how votes were transferred, every tie and how it was settled, and what other methods would have elected. For a closed poll, this is the count made when it closed; before that, a count of the current ballots, if a member who has not voted may see results. */
  showCount: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Show the signed head. The result of a poll's last closing, signed by this service. People who compare it can be sure that they saw the same result. It is a signed note (c2sp.org/signed-note) over a Merkle tree of the ballots (RFC 6962). */
  showHead: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Show the record of a poll. Everything needed to check a closed poll without this service: its manifest and head with their signatures, every ballot, the roll, the totals, the count and the decision. "folkmoot verify" checks it. Returns 404 while voting is open or results are hidden, and for polls closed by a release without heads. The format is described in docs/checking.md. */
  showRecord: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** List memberships. The members of the key's group, including pending ones, ordered by id. Permission: read_memberships. The key can also be sent in a form-encoded body, even in a POST that contains neither emails nor remove_absent. */
  listMemberships: {
    /** The number of records to return (at most 1000). */
    per?: number | null
    /** The number of records to skip. */
    from?: number | null
    /** The key's own group. Variant B rejects any other group; variant A ignores it and uses the key's. */
    group_id?: string | number
  }
  /** Manage memberships. Invites every address that is not in the group yet and, with remove_absent, removes every member who is not listed, which can be all of them. The number of addresses new to the service that a key can invite per hour is limited (429 invites_limited). The first request within an hour is accepted in full, but emails beyond the limit are spread over the following hours. Permission: manage_memberships. */
  manageMemberships: Members
  /** List groups. The key's group, then its subgroups by id. Subgroups come without details; their counts are 0. */
  listGroups: Record<never, never>
  /** Show membership. A member of the key's group, with their email address. Permission: read_memberships. */
  showMembership: {
    /** The id of the membership. */
    id: string | number
  }
  /** Change membership. Changes a member's role (admin or not) and their title in the group. A group always has at least one admin. Fields you leave out stay unchanged; null clears a field that may be empty. Permission: manage_memberships. */
  changeMembership: {
    /** The id of the membership. */
    id: string | number
  } & ChangesToAMembership
  /** Remove membership. Removes a member, or withdraws an invitation, together with ballots not yet cast. This can be undone. People who had not joined stay guests of the threads and polls they were invited to before, and keep those ballots; people who had joined do not. Permission: manage_memberships. */
  removeMembership: {
    /** The id of the membership. */
    id: string | number
  }
  /** List events. What happened in the key's group, in order, from the beginning or after a cursor: to continue, send meta.next as `after`. It is present even if the page is empty, and continuing from it misses nothing. Votes name their voter only if results are shown with names; anonymous votes are not events. Only keys with read_memberships get membership events. For deleted records, only the deletion is reported. */
  listEvents: {
    /** The number of records to return (at most 200). */
    per?: number | null
    /** meta.next of the previous page: the list continues there, even if records were added or removed. */
    after?: number | null
  }
  /** List webhooks. The webhooks of the key's group, without their secrets. Permission: manage_webhooks. */
  listWebhooks: Record<never, never>
  /** Create webhook. Sends the group's events to a URL. Only this response contains the secret. Permission: manage_webhooks. */
  createWebhook: NewWebhook
  /** Show webhook. A webhook and its last 50 deliveries. Only admins can see its responses, on its page. Permission: manage_webhooks. */
  showWebhook: {
    /** The id of the webhook. */
    id: string | number
  }
  /** Change webhook. Changes the given fields, and turns the webhook off or on. Fields you leave out stay unchanged; null clears a field that may be empty. Permission: manage_webhooks. */
  changeWebhook: {
    /** The id of the webhook. */
    id: string | number
  } & ChangesToAWebhook
  /** Remove webhook. Deletes a webhook with its secrets and log. Permission: manage_webhooks. */
  removeWebhook: {
    /** The id of the webhook. */
    id: string | number
  }
  /** Test webhook. Sends a body of the kind "test", once, and returns the result within 15 seconds. Also works for webhooks that are off. Permission: manage_webhooks. */
  testWebhook: {
    /** The id of the webhook. */
    id: string | number
  } & Nothing
  /** Send again. Sends a delivery again, with its original webhook-id and all retries. Permission: manage_webhooks. */
  sendDeliveryAgain: {
    /** The id of the webhook. */
    id: string | number
    /** The id of the delivery. */
    delivery_id: string | number
  } & Nothing
  /** Rotate secret. Replaces the secret of a webhook and returns the new one, once. Until the old one expires, both secrets sign. Permission: manage_webhooks. */
  rotateWebhook: {
    /** The id of the webhook. */
    id: string | number
  } & Rotation
}

/** What each call answers. */
export type Answers = {
  createDiscussion: Envelope
  listDiscussions: ListEnvelope
  showDiscussion: Envelope
  changeDiscussion: Envelope
  deleteDiscussion: Envelope
  closeDiscussion: Envelope
  reopenDiscussion: Envelope
  inviteGuests: Envelope
  listComments: CommentsEnvelope
  createComment: CommentsEnvelope
  showComment: CommentsEnvelope
  changeComment: CommentsEnvelope
  deleteComment: CommentsEnvelope
  createPoll: Envelope
  listPolls: ListEnvelope
  showPoll: Envelope
  changePoll: Envelope
  deletePoll: Envelope
  openPoll: Envelope
  reopenPoll: Envelope
  closePoll: Envelope
  addOptions: Envelope
  remindVoters: Envelope
  createOutcome: Envelope
  inviteVoters: Envelope
  listVoters: VotersEnvelope
  castBallot: Envelope
  withdrawBallot: Envelope
  showResults: Results
  showCount: CountOfBallots
  showHead: Head
  showRecord: PollRecord
  listMemberships: Envelope
  manageMemberships: MembersSet | Envelope
  listGroups: Envelope
  showMembership: Envelope
  changeMembership: Envelope
  removeMembership: Envelope
  listEvents: FeedEnvelope
  listWebhooks: WebhooksEnvelope
  createWebhook: WebhooksEnvelope
  showWebhook: WebhooksEnvelope
  changeWebhook: WebhooksEnvelope
  removeWebhook: WebhooksEnvelope
  testWebhook: WebhooksEnvelope
  sendDeliveryAgain: WebhooksEnvelope
  rotateWebhook: WebhooksEnvelope
}

/** The records of each list. */
export type Items = {
  listDiscussions: Answers['listDiscussions']['discussions'][number]
  listComments: Answers['listComments']['comments'][number]
  listPolls: Answers['listPolls']['polls'][number]
  listVoters: Answers['listVoters']['voters'][number]
  listMemberships: Answers['listMemberships']['memberships'][number]
  listGroups: Answers['listGroups']['groups'][number]
  listEvents: Answers['listEvents']['events'][number]
  listWebhooks: Answers['listWebhooks']['webhooks'][number]
}

export const OPERATIONS = {
  createDiscussion: {"method":"POST","path":"/api/b1/discussions","query":[],"once":true,"list":null},
  listDiscussions: {"method":"GET","path":"/api/b1/discussions","query":["status","per","from","after"],"once":false,"list":"discussions"},
  showDiscussion: {"method":"GET","path":"/api/b1/discussions/{ref}","query":[],"once":false,"list":null},
  changeDiscussion: {"method":"PATCH","path":"/api/b1/discussions/{ref}","query":[],"once":true,"list":null},
  deleteDiscussion: {"method":"DELETE","path":"/api/b1/discussions/{ref}","query":[],"once":false,"list":null},
  closeDiscussion: {"method":"POST","path":"/api/b1/discussions/{ref}/close","query":[],"once":true,"list":null},
  reopenDiscussion: {"method":"POST","path":"/api/b1/discussions/{ref}/reopen","query":[],"once":true,"list":null},
  inviteGuests: {"method":"POST","path":"/api/b1/discussions/{ref}/guests","query":[],"once":true,"list":null},
  listComments: {"method":"GET","path":"/api/b1/discussions/{ref}/comments","query":["per","from","after"],"once":false,"list":"comments"},
  createComment: {"method":"POST","path":"/api/b1/discussions/{ref}/comments","query":[],"once":true,"list":null},
  showComment: {"method":"GET","path":"/api/b1/comments/{id}","query":[],"once":false,"list":null},
  changeComment: {"method":"PATCH","path":"/api/b1/comments/{id}","query":[],"once":true,"list":null},
  deleteComment: {"method":"DELETE","path":"/api/b1/comments/{id}","query":[],"once":false,"list":null},
  createPoll: {"method":"POST","path":"/api/b1/polls","query":[],"once":true,"list":null},
  listPolls: {"method":"GET","path":"/api/b1/polls","query":["status","per","from","after"],"once":false,"list":"polls"},
  showPoll: {"method":"GET","path":"/api/b1/polls/{ref}","query":[],"once":false,"list":null},
  changePoll: {"method":"PATCH","path":"/api/b1/polls/{ref}","query":[],"once":true,"list":null},
  deletePoll: {"method":"DELETE","path":"/api/b1/polls/{ref}","query":[],"once":false,"list":null},
  openPoll: {"method":"POST","path":"/api/b1/polls/{ref}/open","query":[],"once":true,"list":null},
  reopenPoll: {"method":"POST","path":"/api/b1/polls/{ref}/reopen","query":[],"once":true,"list":null},
  closePoll: {"method":"POST","path":"/api/b1/polls/{ref}/close","query":[],"once":true,"list":null},
  addOptions: {"method":"POST","path":"/api/b1/polls/{ref}/options","query":[],"once":true,"list":null},
  remindVoters: {"method":"POST","path":"/api/b1/polls/{ref}/remind","query":[],"once":true,"list":null},
  createOutcome: {"method":"POST","path":"/api/b1/polls/{ref}/outcomes","query":[],"once":true,"list":null},
  inviteVoters: {"method":"POST","path":"/api/b1/polls/{ref}/voters","query":[],"once":true,"list":null},
  listVoters: {"method":"GET","path":"/api/b1/polls/{ref}/voters","query":["voted","per","from","after"],"once":false,"list":"voters"},
  castBallot: {"method":"POST","path":"/api/b1/polls/{ref}/ballots","query":[],"once":false,"list":null},
  withdrawBallot: {"method":"DELETE","path":"/api/b1/polls/{ref}/ballots","query":[],"once":false,"list":null},
  showResults: {"method":"GET","path":"/api/b1/polls/{ref}/results","query":[],"once":false,"list":null},
  showCount: {"method":"GET","path":"/api/b1/polls/{ref}/count","query":[],"once":false,"list":null},
  showHead: {"method":"GET","path":"/api/b1/polls/{ref}/head","query":[],"once":false,"list":null},
  showRecord: {"method":"GET","path":"/api/b1/polls/{ref}/record","query":[],"once":false,"list":null},
  listMemberships: {"method":"GET","path":"/api/b1/memberships","query":["per","from","group_id"],"once":false,"list":"memberships"},
  manageMemberships: {"method":"POST","path":"/api/b1/memberships","query":[],"once":true,"list":null},
  listGroups: {"method":"GET","path":"/api/b1/groups","query":[],"once":false,"list":"groups"},
  showMembership: {"method":"GET","path":"/api/b1/memberships/{id}","query":[],"once":false,"list":null},
  changeMembership: {"method":"PATCH","path":"/api/b1/memberships/{id}","query":[],"once":true,"list":null},
  removeMembership: {"method":"DELETE","path":"/api/b1/memberships/{id}","query":[],"once":false,"list":null},
  listEvents: {"method":"GET","path":"/api/b1/events","query":["per","after"],"once":false,"list":"events"},
  listWebhooks: {"method":"GET","path":"/api/b1/webhooks","query":[],"once":false,"list":"webhooks"},
  createWebhook: {"method":"POST","path":"/api/b1/webhooks","query":[],"once":true,"list":null},
  showWebhook: {"method":"GET","path":"/api/b1/webhooks/{id}","query":[],"once":false,"list":null},
  changeWebhook: {"method":"PATCH","path":"/api/b1/webhooks/{id}","query":[],"once":false,"list":null},
  removeWebhook: {"method":"DELETE","path":"/api/b1/webhooks/{id}","query":[],"once":false,"list":null},
  testWebhook: {"method":"POST","path":"/api/b1/webhooks/{id}/test","query":[],"once":true,"list":null},
  sendDeliveryAgain: {"method":"POST","path":"/api/b1/webhooks/{id}/deliveries/{delivery_id}/again","query":[],"once":true,"list":null},
  rotateWebhook: {"method":"POST","path":"/api/b1/webhooks/{id}/rotate","query":[],"once":true,"list":null},
} as const
