// Written by "npm run client" from the OpenAPI document of the service. Changes made here are lost.

export type NewDiscussion = {
  /** Title of the thread (at most 150 characters). */
  title: string
  /** Context for the thread (at most 100000 characters). */
  description?: string | null
  /** How description is written. */
  description_format?: "md" | "html"
  /** Only the group and invited guests may read it. false: anybody, if the group is public; in other groups every thread is private. */
  private?: boolean
  /** 'group' notifies the whole group. */
  recipient_audience?: "group" | null
  /** Members of the group or guests of the thread (at most 1000). */
  recipient_user_ids?: number[]
  /** People to invite by mail (at most 1000). */
  recipient_emails?: string[]
  /** A message for them (at most 10000 characters). */
  recipient_message?: string | null
  /** The key's own group. Variant B refuses another one; variant A goes on with the key's. */
  group_id?: number | null
}

export type ChangesToADiscussion = {
  /** Title of the thread (at most 150 characters). */
  title?: string
  /** Context for the thread, written as it was (at most 100000 characters). */
  description?: string | null
}

export type Nothing = Record<never, never>

export type Guests = {
  /** People to invite to the thread (at most 1000). */
  emails: string[]
  /** A message for them (at most 10000 characters). */
  message?: string | null
}

export type NewComment = {
  /** What it says, as Markdown (at most 100000 characters). */
  body: string
  /** The comment it answers; null: the thread. */
  parent_id?: number | null
  /** Readers of the thread to notify, besides those mentioned in the text (at most 50). */
  mentioned_ids?: number[]
}

export type ChangesToAComment = {
  /** What it says (at most 100000 characters). */
  body: string
}

export type NewPoll = {
  /** Title of the poll (at most 150 characters). */
  title: string
  /** What kind of poll it is. */
  poll_type: "proposal" | "poll" | "count" | "score" | "ranked_choice" | "meeting" | "dot_vote"
  /** Body text (at most 100000 characters). */
  details?: string | null
  /** How details is written. */
  details_format?: "md" | "html"
  /** What is voted on: at most 200, each at most 250 characters. proposal: of agree, disagree, abstain, block (none given: agree, abstain, disagree); count: none given: accept, decline; meeting: ISO 8601 dates or date-times; others: any text. */
  options?: string[]
  /** Descriptions of the options, in the order of options: each at most 500 characters, "" for none. */
  option_meanings?: string[]
  /** When voting ends: an ISO 8601 date-time (no zone: UTC) or date. Null: the poll is a draft, voting is disabled. */
  closing_at?: string | null
  /** true: only the people named in this request may vote; false: everyone in the group or thread. */
  specified_voters_only?: boolean
  /** How long results are hidden. An anonymous poll always shows them only after it has closed. */
  hide_results?: "off" | "until_vote" | "until_closed" | null
  /** Old name: true means hide_results until_closed. @deprecated */
  hide_results_until_closed?: boolean
  /** Show options to voters in random order. */
  shuffle_options?: boolean
  /** Hide the identities of voters. */
  anonymous?: boolean
  /** Give each voter of an anonymous poll a signed receipt, with which they can find their ballot in the published record. Title, text, options and closing time are fixed once voting is open. */
  receipts?: boolean
  /** Let anybody vote who has a link to the poll, under a name they give. Such votes are shown apart and count nowhere else. Not in anonymous polls; it cannot be changed later. */
  open_link?: boolean
  /** The thread to add the poll to. */
  discussion_id?: number | null
  /** 'group' notifies the whole group. */
  recipient_audience?: "group" | null
  /** Who is reminded 24 hours before the poll closes. */
  notify_on_closing_soon?: "nobody" | "author" | "undecided_voters" | "voters"
  /** Members of the group or guests of the thread (at most 1000). */
  recipient_user_ids?: number[]
  /** People to invite by mail (at most 1000). */
  recipient_emails?: string[]
  /** A message for them (at most 10000 characters). */
  recipient_message?: string | null
  /** score: the lowest score. */
  min_score?: number | null
  /** score: the highest score. */
  max_score?: number | null
  /** dot_vote: dots each voter has. */
  dots_per_person?: number | null
  /** How many options a ballot names at least; ranked_choice by points: exactly. */
  minimum_stance_choices?: number | null
  /** How many options a ballot names at most. */
  maximum_stance_choices?: number | null
  /** How many are wanted. */
  agree_target?: number | null
  /** meeting: offer "if need be". */
  can_respond_maybe?: boolean
  /** Whether voters give reasons. */
  stance_reason_required?: "disabled" | "optional" | "required"
  /** The share of the voters who must vote for the poll to pass, in whole percent. */
  quorum_pct?: number | null
  /** What single options must reach, or must not exceed, for the poll to pass (at most 20); in forms thresholds[0][option]=…&thresholds[0][percent]=…. */
  thresholds?: Threshold2[] | null
  /** proposal with the option block: a single block makes it fail. Left out when a poll is made: true where block is an option and quorum_pct or thresholds are set. */
  no_block?: boolean
  /** How ballots are counted. score: sum (default), star, median; ranked_choice: points (default), irv, stv_scottish, stv_meek, schulze, ranked_pairs; dot_vote: sum (default), equal_shares; other types: null. Fixed when voting opens. */
  count_method?: "points" | "irv" | "stv_scottish" | "stv_meek" | "schulze" | "ranked_pairs" | "sum" | "star" | "median" | "equal_shares" | null
  /** How many options are elected, at most one fewer than there are. More than 1 only for points, stv_scottish, stv_meek, and polls of type poll. */
  seats?: number | null
  /** equal_shares: what can be spent on all options together. */
  budget?: number | null
  /** equal_shares: what each option costs, by its name, at most the budget; in forms option_costs[Bench]=400. */
  option_costs?: Record<string, number> | null
  /** The key's own group. Variant B refuses another one; variant A goes on with the key's. */
  group_id?: number | null
  /** Whether voters can add options (variant A). */
  voter_can_add_options?: boolean
  /** false adds people without sending notifications. Default: variant A true, variant B false. */
  notify_recipients?: boolean
}

export type Threshold2 = {
  /** The option's name, exactly. */
  option: string
  /** In percent, to two places: 66.66 for two thirds, 50.01 for more than half. */
  percent: number
  /** The share is one of the ballots cast, or of all who may vote. */
  of?: "cast" | "eligible"
  /** The share is the least or the most there may be. */
  at?: "least" | "most"
}

export type ChangesToAPoll = {
  /** Title of the poll (at most 150 characters). */
  title?: string
  /** Body text, written as it was (at most 100000 characters). */
  details?: string | null
  /** When voting ends, as on creation. Only for open polls: to open a draft, use POST …/open. */
  closing_at?: string | null
  /** Until when results are hidden; once voting is open never shown sooner than was said. Of an anonymous poll always until_closed. */
  hide_results?: "off" | "until_vote" | "until_closed"
  /** Descriptions of the options, in the order of poll_option_ids: each at most 500 characters, "" for none. */
  option_meanings?: string[]
  /** The share of the voters who must vote for the poll to pass, in whole percent. */
  quorum_pct?: number | null
  /** What single options must reach, or must not exceed, for the poll to pass (at most 20); in forms thresholds[0][option]=…&thresholds[0][percent]=…. */
  thresholds?: Threshold2[] | null
  /** proposal with the option block: a single block makes it fail. Left out when a poll is made: true where block is an option and quorum_pct or thresholds are set. */
  no_block?: boolean
  /** How ballots are counted. score: sum (default), star, median; ranked_choice: points (default), irv, stv_scottish, stv_meek, schulze, ranked_pairs; dot_vote: sum (default), equal_shares; other types: null. Fixed when voting opens. */
  count_method?: "points" | "irv" | "stv_scottish" | "stv_meek" | "schulze" | "ranked_pairs" | "sum" | "star" | "median" | "equal_shares" | null
  /** How many options are elected, at most one fewer than there are. More than 1 only for points, stv_scottish, stv_meek, and polls of type poll. */
  seats?: number | null
  /** equal_shares: what can be spent on all options together. */
  budget?: number | null
  /** equal_shares: what each option costs, by its name, at most the budget; in forms option_costs[Bench]=400. */
  option_costs?: Record<string, number> | null
}

export type ClosingTime = {
  /** When voting ends: an ISO 8601 date-time (no zone: UTC) or date, in the future. */
  closing_at: string
}

export type NewOptions = {
  /** What may be voted on besides: at most 200 in all, each at most 250 characters. */
  options: string[]
}

export type NewOutcome = {
  /** What was made of the result, as Markdown (at most 10000 characters). */
  statement: string
  /** The day on which it is looked at again, such as 2027-03-01. */
  review_on?: string | null
  /** The option it settles on. */
  poll_option_id?: number | null
}

export type Voters = {
  /** People, in the group or not (at most 1000). */
  emails?: string[]
  /** Members of the group (at most 1000). */
  user_ids?: number[]
}

export type NewBallot = {
  /** The voter; or give email. */
  user_id?: number | null
  /** The address of the voter; or give user_id. */
  email?: string | null
  /** Why (at most 10000 characters). */
  reason?: string | null
  /** How reason is written. */
  reason_format?: "md" | "html"
  /** A number for each option named, by its name or its id. proposal, poll, count: 1; score: the score; ranked_choice: the rank, 1 the best; meeting: 0 no, 1 if need be, 2 yes, for every option; dot_vote: dots. In forms: choices[agree]=1. */
  choices: Record<string, number>
}

export type Voter2 = {
  /** The voter; or give email. */
  user_id?: number | null
  /** The address of the voter; or give user_id. */
  email?: string | null
}

export type Members = {
  /** Addresses to invite into the group. */
  emails: string[]
  /** Remove every member whose address is not in emails. */
  remove_absent?: boolean
  /** Answer what would be done, and do nothing. */
  dry_run?: boolean
  /** Let a guarded key empty the group or remove its last admin. */
  force?: boolean
  /** The key's own group. Variant B refuses another one; variant A goes on with the key's. */
  group_id?: number | null
}

export type ChangesToAMembership = {
  /** What the member is in the group: an admin must have joined. */
  role?: "admin" | "member"
  /** The member's title in the group (at most 150 characters); null: none. */
  title?: string | null
}

export type NewWebhook = {
  /** Where events are sent: https:// or http://, at most 2000 characters, at a public address. Redirects are not followed. */
  url: string
  /** Which events it is told of; none: all of them. */
  kinds?: ("new_discussion" | "discussion_edited" | "new_comment" | "poll_created" | "poll_opened" | "poll_edited" | "poll_closing_soon" | "poll_expired" | "poll_closed_by_user" | "poll_reopened" | "outcome_created" | "outcome_updated" | "outcome_review_due" | "stance_created" | "stance_updated" | "membership_created" | "membership_removed")[] | null
  /** How they are told. */
  format?: "json" | "slack" | "discord" | "mattermost" | "teams" | "matrix"
}

export type ChangesToAWebhook = {
  /** Where events are sent: https:// or http://, at most 2000 characters, at a public address. Redirects are not followed. */
  url?: string
  /** Which events it is told of; none: all of them. */
  kinds?: ("new_discussion" | "discussion_edited" | "new_comment" | "poll_created" | "poll_opened" | "poll_edited" | "poll_closing_soon" | "poll_expired" | "poll_closed_by_user" | "poll_reopened" | "outcome_created" | "outcome_updated" | "outcome_review_due" | "stance_created" | "stance_updated" | "membership_created" | "membership_removed")[] | null
  /** How they are told. */
  format?: "json" | "slack" | "discord" | "mattermost" | "teams" | "matrix"
  /** false: nothing more is sent. true: it is told again, and what waits is sent. */
  active?: boolean
}

export type Rotation = {
  /** How long the old secret signs beside the new one, in hours; 0: it ends at once. */
  overlap_hours?: number | null
}

export type Envelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that began the threads and polls. */
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
  /** Always empty. */
  tags: (Record<never, never>)[]
  /** The outcome published last. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have none of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** Which array holds what was asked for. */
    root: string
    /** How many there are before paging, on lists. */
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
  /** Who started it. */
  author_id: number
  /** The title. */
  title: string
  /** The opening post. */
  description: string | null
  /** How the description is written. */
  description_format: "md" | "html"
  /** Only the group and invited guests may read it. false: anybody, while the group is public. */
  private: boolean
  /** When it was started. */
  created_at: string
  /** When its text changed last. */
  updated_at: string
  /** When something happened in it last. */
  last_activity_at: string
  /** When it was commented last. */
  last_comment_at: string | null
  /** When it was closed. */
  closed_at: string | null
  /** Polls and comments in it. */
  items_count: number
  /** Comments in it. */
  comments_count: number
  /** How many have read it. */
  seen_by_count: number
  /** How many may read it: the members of the group and the guests of the thread. */
  members_count: number
  /** How often its text was written. */
  versions_count: number
  /** Always empty. */
  tag_ids: number[]
  /** Always empty. */
  attachments: string[]
  /** Always empty. */
  link_previews: string[]
  /** Always empty. */
  mentioned_usernames: string[]
  /** The language it was written in, if known: the author's, otherwise the group's. */
  content_locale: string | null
  /** The event that began it. */
  created_event_id: number
  /** Always null: discarded threads are not found. */
  discarded_at: string | null
}

export type Event = {
  /** The event. */
  id: number
  /** What happened: new_discussion, poll_created, … */
  kind: string
  /** What it happened to: Discussion, Poll, … */
  eventable_type: string
  /** Its id. */
  eventable_id: number
  eventable: {
    /** As eventable_type. */
    type: string
    /** As eventable_id. */
    id: number
  }
  /** Who did it. */
  actor_id: number | null
  /** The thread it belongs to. */
  discussion_id: number | null
  /** The event it answers. */
  parent_id: number | null
  /** Its number within the thread, from 1. */
  sequence_id: number | null
  /** Its place among its siblings. */
  position: number
  /** 0 for what stands alone or begins a thread, 1 for what stands in one. */
  depth: number
  /** Events that answer it. */
  child_count: number
  /** When it happened. */
  created_at: string
  /** Always false. */
  pinned: boolean
  /** The message sent along. */
  recipient_message: string | null
}

export type User = {
  /** The user. */
  id: number
  /** Null until the person has given a name, or was given one in the group. */
  name: string | null
  /** For mentions. */
  username: string | null
  /** Only in membership answers to keys with read_memberships; otherwise null. */
  email: string | null
  /** The person has shown to own the address. */
  email_verified: boolean
  /** True for the user that authors what an API key does. */
  bot: boolean
  /** One or two letters. */
  avatar_initials: string
  /** Always "initials". */
  avatar_kind: string
  /** IANA name. */
  time_zone: string
  /** The language that the person chose, as a tag; en while they have not. */
  locale: string
  /** When the account came to be. */
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
  /** How details is written. */
  details_format: "md" | "html"
  /** What kind of poll it is. */
  poll_type: "proposal" | "poll" | "count" | "score" | "ranked_choice" | "meeting" | "dot_vote"
  /** Its group. */
  group_id: number
  /** The thread it belongs to. */
  discussion_id: number | null
  /** Who made it. */
  author_id: number
  /** When it was made. */
  created_at: string
  /** When its settings changed last. */
  updated_at: string
  /** When voting opened; null for a draft. */
  opened_at: string | null
  /** When voting ends; null for a draft ("Work in progress"). */
  closing_at: string | null
  /** When voting ended; null while it has not. */
  closed_at: string | null
  /** Nobody can see who voted how. */
  anonymous: boolean
  /** Each voter gets a signed receipt for the ballot. */
  receipts: boolean
  /** Anybody with a link may vote beside the voters. */
  open_link: boolean
  /** Until when results are hidden. */
  hide_results: "off" | "until_vote" | "until_closed"
  /** hide_results is until_closed. */
  hide_results_until_closed: boolean
  /** Only the people named may vote. */
  specified_voters_only: boolean
  /** Voters may add options. */
  voter_can_add_options: boolean
  /** Each voter sees the options in another order. */
  shuffle_options: boolean
  /** Who is reminded 24 hours before the end. */
  notify_on_closing_soon: "nobody" | "author" | "undecided_voters" | "voters"
  /** One ballot may name several options of a poll. */
  multiple_choice: boolean
  /** The lowest score. */
  min_score: number
  /** The highest score. */
  max_score: number
  /** How many dots each voter has. */
  dots_per_person: number
  /** How many options a ballot names at least. */
  minimum_stance_choices: number
  /** How many options a ballot names at most. */
  maximum_stance_choices: number
  /** How many are wanted. */
  agree_target: number | null
  /** Meetings: "if need be" is offered. */
  can_respond_maybe: boolean
  /** Whether voters give reasons. */
  stance_reason_required: "disabled" | "optional" | "required"
  /** The share of the voters who must vote for it to pass, in percent; null: no minimum. */
  quorum_pct: number | null
  /** What single options must reach, or must not exceed, for it to pass. */
  thresholds: Threshold[]
  /** A proposal fails by a single block. */
  no_block: boolean
  /** How ballots are counted; null if the poll type allows no choice. */
  count_method: "points" | "irv" | "stv_scottish" | "stv_meek" | "schulze" | "ranked_pairs" | "sum" | "star" | "median" | "equal_shares" | null
  /** How many options are elected. */
  seats: number
  /** equal_shares: what can be spent; otherwise null. */
  budget: number | null
  /** equal_shares: what each option costs, by its name; otherwise {}. */
  option_costs: Record<string, number> | null
  /** The elected options, in the order of their election; empty until voting has closed, and while results are hidden. */
  elected_option_ids: number[]
  /** In display order. */
  poll_option_names: string[]
  /** In display order. */
  poll_option_ids: number[]
  /** Ballots given out. */
  voters_count: number
  /** Ballots not cast yet. */
  undecided_voters_count: number
  /** Ballots cast. */
  decided_voters_count: number
  /** Ballots cast in whole percent, rounded down. */
  cast_stances_pct: number
  /** Score per option, in display order; empty while results are hidden. */
  stance_counts: number[]
  /** The sum of all scores; null while results are hidden. */
  total_score: number | null
  /** In the order of the poll type; empty while results are hidden. */
  results: Result[]
  /** Whether this key may see the results now. */
  results_visible: boolean
  /** How many ballots the shown results count; null while results are hidden. */
  results_as_of: number | null
  /** Votes by open links. They count in none of the figures above. */
  open_voters_count: number
  /** The same of the votes by open links alone; empty while results are hidden, or there are none. */
  open_results: Result[]
  /** The outcome published last. */
  current_outcome_id: number | null
  /** The key's own ballot: none, bots do not vote. */
  my_stance_id: number | null
  /** The event that began it. */
  created_event_id: number
  /** Always null: discarded polls are not found. */
  discarded_at: string | null
  /** Always empty. */
  tag_ids: number[]
  /** Always empty. */
  attachments: string[]
  /** Always empty. */
  link_previews: string[]
  /** Always empty. */
  mentioned_usernames: string[]
  /** The language it was written in, if known: the author's, otherwise the group's. */
  content_locale: string | null
  /** How often its settings were written. */
  versions_count: number
  /** Always {}. */
  custom_fields: Record<string, string>
}

export type Threshold = {
  /** The option's name, exactly. */
  option: string
  /** In percent, to two places: 66.66 for two thirds, 50.01 for more than half. */
  percent: number
  /** The share is one of the ballots cast, or of all who may vote. */
  of: "cast" | "eligible"
  /** The share is the least or the most there may be. */
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
  /** Its share of all scores given, in percent. */
  score_percent: number
  /** Its score in percent of the highest score. */
  max_score_percent: number
  /** Its voters in percent of the ballots cast. */
  voter_percent: number
  /** How many chose it (score polls: gave it a score). */
  voter_count: number
  /** The average score of those who answered it; null when nobody did. */
  average: number | null
  /** Who chose it; empty when anonymous. */
  voter_ids: number[]
}

export type Group = {
  /** The group. */
  id: number
  /** Eight letters and digits. */
  key: string
  /** The name in addresses: /g/HANDLE. */
  handle: string
  /** What it is called. */
  name: string
  /** With the parent group's name before it. */
  full_name: string
  /** The group it belongs to. */
  parent_id: number | null
  /** What it is for. */
  description: string | null
  /** How the description is written. */
  description_format: "md" | "html"
  /** When it was made. */
  created_at: string
  /** Who made it. */
  creator_id: number | null
  /** Members, pending ones too. */
  memberships_count: number
  /** Invited, not yet joined. */
  pending_memberships_count: number
  /** Joined. */
  accepted_memberships_count: number
  /** Admins. */
  admin_memberships_count: number
  /** Polls, drafts and closed ones too. */
  polls_count: number
  /** Polls whose voting has ended. */
  closed_polls_count: number
  /** Threads. */
  discussions_count: number
  /** Threads that are not closed. */
  open_discussions_count: number
  /** Closed threads. */
  closed_discussions_count: number
  /** "open": anybody may see the group, and its public threads; "closed": only its members. */
  group_privacy: string
  /** "public_or_private": threads may be started as public ones; "private_only": all are private. */
  discussion_privacy_options: string
  /** Always "invitation": nobody joins, or asks to, without an invitation or a link from an admin. */
  membership_granted_upon: string
  /** Anybody may see the group, and its public threads. */
  is_visible_to_public: boolean
  /** What members may do without being admin. */
  members_can_add_members: boolean
  /** What members may do without being admin. */
  members_can_add_guests: boolean
  /** What members may do without being admin. */
  members_can_announce: boolean
  /** What members may do without being admin. */
  members_can_create_subgroups: boolean
  /** What members may do without being admin. */
  members_can_start_discussions: boolean
  /** What members may do without being admin. */
  members_can_edit_discussions: boolean
  /** What members may do without being admin. */
  members_can_edit_comments: boolean
  /** What members may do without being admin. */
  members_can_delete_comments: boolean
  /** What members may do without being admin. */
  members_can_raise_motions: boolean
}

export type Membership = {
  /** The membership. */
  id: number
  /** The group. */
  group_id: number
  /** The member. */
  user_id: number
  /** Who invited the member. */
  inviter_id: number | null
  /** The member is an admin of the group. */
  admin: boolean
  /** The member's title in the group. */
  title: string | null
  /** When the member joined; null: invited, not yet joined. */
  accepted_at: string | null
  /** When the member was invited first. */
  created_at: string
  /** The member's address; null to keys without read_memberships. */
  user_email: string | null
}

export type Outcome = {
  /** The outcome. */
  id: number
  /** Its poll. */
  poll_id: number
  /** The option it settles on; null when none is named. */
  poll_option_id: number | null
  /** Its group. */
  group_id: number
  /** Who published it. */
  author_id: number
  /** What was made of the result. */
  statement: string
  /** How statement is written. */
  statement_format: "md" | "html"
  /** It is the one published last. */
  latest: boolean
  /** When it was published. */
  created_at: string
  /** The day on which it is looked at again. */
  review_on: string | null
}

export type Ballot = {
  /** The ballot; kept when the vote changes. */
  id: number
  /** Its poll. */
  poll_id: number
  /** The voter; null where votes are anonymous. */
  participant_id: number | null
  /** When it was cast as it is. */
  cast_at: string
  /** When the ballot was given. */
  created_at: string
  /** It is the one that counts. */
  latest: boolean
  /** Always false. */
  admin: boolean
  /** Who gave it. */
  inviter_id: number | null
  /** When it was taken back. */
  revoked_at: string | null
  /** Score by option id; ranks are given as points. */
  option_scores: Record<string, number>
  /** Why. */
  reason: string | null
  /** How reason is written. */
  reason_format: "md" | "html"
  /** It is the vote of whoever asks: never that of a group's key. */
  my_stance: boolean
  /** The API key it was cast by for the voter; null: the voter cast it. */
  api_key_id: number | null
}

export type PollOption = {
  /** The option. */
  id: number
  /** Its poll. */
  poll_id: number
  /** Exactly as it was posted. */
  name: string
  /** As people read it. */
  label: string
  /** Its place in display, from 0; meetings: by time. */
  priority: number
  /** The sign of a proposal option. */
  icon: string | null
  /** A colour of its own within the poll. */
  color: string
  /** What is said of it besides its name; null: nothing. */
  meaning: string | null
  /** The sum of its scores; null while results are hidden. */
  total_score: number | null
  /** Score by user id, without zeros except in meetings; {} when anonymous or hidden. */
  voter_scores: Record<string, number>
  /** True when voter_scores is empty because more than 5 000 have voted, or because this is a list, a webhook or the response to a ballot. */
  voter_scores_omitted?: boolean
}

export type ListEnvelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that began the threads and polls. */
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
  /** Always empty. */
  tags: (Record<never, never>)[]
  /** The outcome published last. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have none of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** Which array holds what was asked for. */
    root: string
    /** How many there are before paging, on lists. */
    total: number | null
    /** The cursor of the next page: send it as `after`, where the list accepts it. Null: there is no next page. */
    next: number | null
  }
}

export type CommentsEnvelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that began the threads and polls. */
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
  /** Always empty. */
  tags: (Record<never, never>)[]
  /** The outcome published last. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have none of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** Which array holds what was asked for. */
    root: string
    /** How many there are before paging, on lists. */
    total: number | null
    /** The cursor of the next page: send it as `after`, where the list accepts it. Null: there is no next page. */
    next: number | null
  }
  /** Comments, in the order of writing. */
  comments: Comment[]
}

export type Comment = {
  /** The comment. */
  id: number
  /** Its thread. */
  discussion_id: number
  /** The comment it answers; null: it answers the thread. */
  parent_id: number | null
  /** Who wrote it. */
  author_id: number
  /** What it says; null when it was deleted: the mark stays. */
  body: string | null
  /** How body is written. */
  body_format: "md"
  /** Its number within the thread, from 1. */
  sequence_id: number
  /** The people it names. */
  mentioned_ids: number[]
  /** When it was written. */
  created_at: string
  /** When it was written last. */
  updated_at: string
  /** When it was edited last. */
  edited_at: string | null
  /** When it was deleted. */
  discarded_at: string | null
  /** Who deleted it. */
  discarded_by: number | null
}

export type VotersEnvelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that began the threads and polls. */
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
  /** Always empty. */
  tags: (Record<never, never>)[]
  /** The outcome published last. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have none of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** Which array holds what was asked for. */
    root: string
    /** How many there are before paging, on lists. */
    total: number | null
    /** The cursor of the next page: send it as `after`, where the list accepts it. Null: there is no next page. */
    next: number | null
  }
  /** Those who hold a ballot; none where votes are anonymous. */
  voters: Voter[]
}

export type Voter = {
  /** The user. */
  id: number
  /** The poll. */
  poll_id: number
  /** The user. */
  user_id: number
  /** The ballot is cast. */
  voted: boolean
  /** As what the ballot was given. */
  issued_as: "member" | "thread_guest" | "named"
  /** Who gave it. */
  inviter_id: number
  /** When it was given. */
  created_at: string
  /** The API key that cast it for the voter; null: the voter did, or it is not cast. */
  api_key_id: number | null
}

export type Results = {
  /** Whether this key may see the results now. */
  results_visible: boolean
  /** How many ballots the shown results count; null while results are hidden. */
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
  /** How many chose it (score polls: gave it a score). */
  voter_count: number
  /** They as a share of the ballots counted. From 0 to 1, to four places; of nothing: 0. */
  share_of_cast: number
  /** They as a share of all who may vote. From 0 to 1, to four places; of nothing: 0. */
  share_of_eligible: number
  /** The average score of those who answered it; null when nobody did. */
  average: number | null
  /** 1 for the highest score; equal scores share a rank. */
  rank: number
}

export type Turnout = {
  /** Ballots given out. */
  eligible: number
  /** Ballots cast. */
  cast: number
  /** Ballots cast as a share of those given out. From 0 to 1, to four places; of nothing: 0. */
  share: number
}

export type Decision = {
  /** Every rule is kept. Null where the poll has no rules, voting has not closed, its result may not be seen yet, or nobody voted and nothing is required (no_block and "most" alone). */
  passed: boolean | null
  /** The rules of the poll with what came out. */
  rules: Rule[]
  /** The same in a sentence. */
  sentence: string
}

export type Rule = {
  /** Which rule of the poll it is. */
  rule: "threshold" | "no_block" | "quorum"
  /** The option it is about; null for the quorum. */
  option: string | null
  /** The share is one of the ballots cast, or of all who may vote. */
  of: "cast" | "eligible"
  /** What is required is the least or the most there may be. */
  at: "least" | "most"
  /** In percent; no_block: a number of blocks, 0. */
  required: number
  /** What came out so far, in percent to two places, never rounded across what is required; no_block: how many block. Null where this key may not see it. */
  actual: number | null
  /** Null until voting has closed and the result may be seen; and of "most" where nobody voted: nothing was decided. */
  passed: boolean | null
}

export type CountOfBallots = {
  /** Whether this key may see the results now. */
  results_visible: boolean
  /** How many ballots are counted; null while results are hidden. */
  results_as_of: number | null
  /** How the ballots are counted; null: polls of this type elect nothing. */
  method: string | null
  /** How many options are elected. */
  seats: number
  /** The options, in display order. */
  options: CountedOption[]
  /** The votes that elect an option, as a decimal number; null: the method has none. */
  quota: string | null
  /** The ballots that name an option. */
  valid: number
  /** The elected options, in the order of their election; before voting closes: as of now. */
  elected: string[]
  /** The same, by their ids. */
  elected_option_ids: number[]
  /** What happened, in order; empty while results are hidden and before a vote. */
  rounds: Round[]
  /** Ties, and what settled them. */
  ties: Tie[]
  /** Groups of equals, the best first; null: it has none. */
  ranking: string[][] | null
  /** How many voters prefer one option to another, by option names; null: the method does not compare pairs. */
  pairwise: Record<string, Record<string, number>> | null
  /** What other methods elect by the same ballots; empty until voting has closed. */
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
  /** The votes that count for nobody any more. */
  exhausted: string
  /** How votes moved here from the round before. */
  transfers: Transfer[]
}

export type Transfer = {
  /** The option that passes votes on; null: several at once, as by Meek. */
  from: string | null
  /** The option that gets them; null: they are exhausted. */
  to: string | null
  /** How many. */
  votes: string
}

export type Tie = {
  /** The options that were equal. */
  options: string[]
  /** What settled it. */
  by: string
  /** The option on which it fell. */
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
  /** The number of the closing: a named poll can be opened again. Null: there is no head, as voting is open, results are hidden, or the poll was closed by a release without heads. */
  closing: number | null
  /** The signed note of the last closing: its number of ballots, the root over them, who could vote and how many did, and the hash of the head before it in the group. Null: there is none, or it is not signed yet. */
  head: string | null
  /** The public key that verifies it, as /.well-known/folkmoot-key lists it. */
  key: string | null
  /** The question, the options and the rules as the closing found them: canonical JSON. */
  manifest: string | null
  /** The signature of the manifest, in base64. */
  manifest_signature: string | null
  /** The beginning of the hash of the manifest, to compare: 26 characters. */
  fingerprint: string | null
}

export type PollRecord = {
  /** The format and its version. */
  format: string
  /** The question, the options and the rules. */
  manifest: Record<string, unknown> | null
  /** The signature of the manifest, in base64. Null: it is not signed yet. */
  manifest_signature: string | null
  /** The public key that verifies the signatures. */
  key: string | null
  /** The signed note of the closing. */
  head: string | null
  /** The signed note of the closing before it in the group. Null: it is the first. */
  previous_head: string | null
  /** All ballots, in the order of their leaves. */
  ballots: RecordedBallot[]
  /** Everybody who could vote. */
  roll: RollEntry[]
  totals: RecordedTotals
  /** How the ballots were counted. Null: polls of this type elect nothing. */
  count: Record<string, unknown> | null
  /** The decision. Null: the poll has no rules. */
  verdict: Record<string, unknown> | null
}

export type RecordedBallot = {
  /** The answers: [slot, number], by slot; in rankings the number is the rank, 1 the best. */
  choices: number[][]
  /** With receipts: the commitment, in hex. */
  c?: string
  /** With receipts: the hash that hides the nonce and the words of the voter, in hex. */
  b?: string
  /** Of an anonymous poll without receipts: a random number, in hex. */
  nonce?: string
  /** The name of the API key that cast it; null: its voter did. */
  cast_by_key?: string | null
  /** Of a named poll: the hash of the salt and the id of the voter. */
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
  /** Their name now. */
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
  /** A hash that tells who it is only to the person it belongs to, in hex. */
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
  /** How many voters support it. */
  voter_count: number
  /** The average score. */
  average: number | null
}

export type MembersSet = {
  /** Addresses newly invited, in the order given. */
  added_emails: string[]
  /** Addresses of removed members, by membership. */
  removed_emails: string[]
}

export type FeedEnvelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that began the threads and polls. */
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
  /** Always empty. */
  tags: (Record<never, never>)[]
  /** The outcome published last. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have none of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** Which array holds what was asked for. */
    root: string
    /** Always null: events are not counted. */
    total: null
    /** Where to read on, always: send it as `after`. */
    next: number
  }
}

export type WebhooksEnvelope = {
  /** Threads. */
  discussions: Discussion[]
  /** Events that began the threads and polls. */
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
  /** Always empty. */
  tags: (Record<never, never>)[]
  /** The outcome published last. */
  outcomes: Outcome[]
  /** The ballots that this key has just cast for others. Bots have none of their own. */
  stances: Ballot[]
  /** Options of the polls. */
  poll_options: PollOption[]
  /** Always empty. */
  parent_events: (Record<never, never>)[]
  meta: {
    /** Which array holds what was asked for. */
    root: string
    /** How many there are before paging, on lists. */
    total: number | null
  }
  /** Webhooks. */
  webhooks: Webhook[]
  /** What was sent, the newest first. */
  webhook_deliveries: WebhookDelivery[]
}

export type Webhook = {
  /** The webhook. */
  id: number
  /** Its group. */
  group_id: number
  /** Who made it; null: the command line. */
  author_id: number | null
  /** Where events are sent. */
  url: string
  /** Which events it is told of; empty: all of them. */
  kinds: ("new_discussion" | "discussion_edited" | "new_comment" | "poll_created" | "poll_opened" | "poll_edited" | "poll_closing_soon" | "poll_expired" | "poll_closed_by_user" | "poll_reopened" | "outcome_created" | "outcome_updated" | "outcome_review_due" | "stance_created" | "stance_updated" | "membership_created" | "membership_removed")[]
  /** The format of the body: json has the records of this API, the others are for chat services. */
  format: "json" | "slack" | "discord" | "mattermost" | "teams" | "matrix"
  /** False: nothing is sent. */
  active: boolean
  /** Signs deliveries (Standard Webhooks). Returned only when created; null afterwards. */
  secret: string | null
  /** When it took something last. */
  succeeded_at: string | null
  /** The first failure after that; null: none. */
  failing_since: string | null
  /** When it was turned off. */
  disabled_at: string | null
  /** Why it is off: by hand, because it answered 410, or because all attempts of a delivery failed. */
  disabled_reason: "by_hand" | "gone" | "failing" | null
  /** When it was made. */
  created_at: string
  /** When its settings changed last. */
  updated_at: string
}

export type WebhookDelivery = {
  /** The delivery. */
  id: number
  /** Its webhook. */
  webhook_id: number
  /** The event it tells; null: a test. */
  event_id: number | null
  /** The kind of the event, or "test". */
  kind: string
  /** Sent as webhook-id, the same at every try. */
  message_id: string
  /** sent: answered with 2xx. failed: not tried again. */
  status: "waiting" | "sent" | "failed"
  /** How often it was tried. */
  attempts: number
  /** When it is tried next; null: it is not. */
  due_at: string | null
  /** When it was tried last. */
  tried_at: string | null
  /** The status of the last answer; null: there was none. */
  answer_status: number | null
  /** Why there was none. */
  error: string | null
  /** How long the last try took, in milliseconds. */
  took_ms: number | null
  /** When it was written. */
  created_at: string
}

export type FieldProblem = {
  /** The field. */
  field: string
  /** What is wrong with it, for programs: the codes stay. */
  code: string
  /** The values in the message. */
  params: Record<string, unknown>
  /** What is wrong with it, in the language of Accept-Language. */
  message: string
}

export type Allowance = {
  /** The limit for its time window. */
  limit: number
  /** How many are left. */
  remaining: number
  /** Seconds until the limit resets. */
  reset_seconds: number
}

export type Problem = {
  /** A page about this kind of failure. */
  type: string
  /** The kind of failure in words. */
  title: string
  /** The HTTP status. */
  status: number
  /** The kind of failure, for programs. */
  code: "malformed_body" | "malformed_request" | "api_key_conflict" | "api_key_missing" | "api_key_invalid" | "api_key_expired" | "api_key_revoked" | "permission_missing" | "group_mismatch" | "admins_only" | "no_ballot" | "not_facilitator" | "other_origin" | "not_yours" | "not_joined" | "group_suspended" | "request_timeout" | "thread_closed" | "thread_open" | "comment_deleted" | "not_found" | "not_offered" | "poll_closed" | "poll_not_open" | "poll_not_draft" | "poll_not_closed" | "poll_anonymous" | "ballot_not_cast" | "ballot_of_voter" | "poll_sealed" | "reminded_lately" | "last_admin" | "invitation_open" | "joined_already" | "own_name" | "nothing_to_restore" | "webhook_disabled" | "webhook_test_running" | "idempotency_in_flight" | "precondition_failed" | "body_too_large" | "unsupported_media_type" | "invalid" | "idempotency_key_reuse" | "would_empty_group" | "would_remove_last_admin" | "invites_limited" | "too_many_attempts" | "rate_limited" | "headers_too_large" | "internal" | "unavailable" | "no_writes" | "newer_schema"
  /** What is wrong, in one sentence. */
  error: string
  /** Every invalid field and what is wrong with it. */
  errors?: Record<string, string[]>
  /** The same as codes, one for each message in errors. */
  problems?: FieldProblem[]
  allowance?: Allowance
  /** Names this request in the log. */
  request_id: string
}

/** What each call takes: its path, its query and its body together. */
export type Inputs = {
  /** Create discussion. Starts a thread and notifies its recipients. Permission: create_discussion. */
  createDiscussion: NewDiscussion
  /** List discussions. The threads of the key's group, newest first. */
  listDiscussions: {
    /** Which of them. */
    status?: "all" | "open" | "closed"
    /** How many to list (at most 200). */
    per?: number | null
    /** How many to skip. */
    from?: number | null
    /** meta.next of the previous page: the list continues there, even if records were added or removed. */
    after?: number | null
  }
  /** Show discussion. A thread of the key's group. */
  showDiscussion: {
    /** The thread's id (digits) or key. */
    ref: string | number
  }
  /** Change discussion. Changes the given fields; earlier versions are kept. What is left out stays as it is; null empties a field that may be empty. Permission: manage_discussions. */
  changeDiscussion: {
    /** The thread's id (digits) or key. */
    ref: string | number
  } & ChangesToADiscussion
  /** Delete discussion. Deletes a thread with its polls: they can no longer be found anywhere. Permission: manage_discussions. */
  deleteDiscussion: {
    /** The thread's id (digits) or key. */
    ref: string | number
  }
  /** Close discussion. Closes a thread for comments; its polls continue. Permission: manage_discussions. */
  closeDiscussion: {
    /** The thread's id (digits) or key. */
    ref: string | number
  } & Nothing
  /** Reopen discussion. Reopens a closed thread for comments. Permission: manage_discussions. */
  reopenDiscussion: {
    /** The thread's id (digits) or key. */
    ref: string | number
  } & Nothing
  /** Invite guests. Invites people to a thread and notifies them. People who are not in the group become guests of the thread and get a ballot in each of its draft and open polls that is for everyone. Permission: manage_discussions. */
  inviteGuests: {
    /** The thread's id (digits) or key. */
    ref: string | number
  } & Guests
  /** List comments. The comments of a thread, oldest first. Deleted comments appear without their text. A page ends early where the next comment would bring its texts above 1000000 bytes: it holds at least one, and meta.next is null on the last page only. Continue with after=meta.next, or increase from by the number of comments received. */
  listComments: {
    /** How many to list (at most 200). */
    per?: number | null
    /** How many to skip. */
    from?: number | null
    /** meta.next of the previous page: the list continues there, even if records were added or removed. */
    after?: number | null
    /** The thread's id (digits) or key. */
    ref: string | number
  }
  /** Create comment. Adds a comment to a thread, as the key's bot, and notifies the people it mentions, the thread's author, and the author of the comment it replies to. If-Match takes the ETag of the thread. Permission: comment. */
  createComment: {
    /** The thread's id (digits) or key. */
    ref: string | number
  } & NewComment
  /** Show comment. A comment in a thread of the key's group. */
  showComment: {
    /** The id of the comment. */
    id: string | number
  }
  /** Change comment. Changes the text of a comment by this key; the earlier text is kept. Permission: comment. */
  changeComment: {
    /** The id of the comment. */
    id: string | number
  } & ChangesToAComment
  /** Delete comment. Permanently deletes the text of a comment; a placeholder remains. Permission: comment for those of this key, manage_discussions for all. */
  deleteComment: {
    /** The id of the comment. */
    id: string | number
  }
  /** Create poll. Creates a poll, gives voters their ballots and notifies its recipients. Permission: create_poll. Keys of variant B do not know voter_can_add_options, and notify nobody unless notify_recipients is true; then a poll for everyone notifies everyone who gets a ballot. */
  createPoll: NewPoll
  /** List polls. The polls of the key's group, newest first, with the results that a member who has not voted may see. Only a single poll shows who chose what. */
  listPolls: {
    /** Which of them. */
    status?: "all" | "open" | "closed" | "draft"
    /** How many to list (at most 200). */
    per?: number | null
    /** How many to skip. */
    from?: number | null
    /** meta.next of the previous page: the list continues there, even if records were added or removed. */
    after?: number | null
  }
  /** Show poll. A poll of the key's group, with the results that a member who has not voted may see. */
  showPoll: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Change poll. Changes the given fields of a draft or an open poll. What is left out stays as it is; null empties a field that may be empty. Permission: manage_polls. */
  changePoll: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & ChangesToAPoll
  /** Delete poll. Deletes a poll: it can no longer be found anywhere, takes no votes, and nobody is notified. Permission: manage_polls. */
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
  /** Add options. Adds options to a draft or an open poll; ballots already cast have no answer for them. Not for proposals, and not for an anonymous poll in which somebody has voted (409 poll_anonymous): ballots without the new option would stand out. Permission: manage_polls. */
  addOptions: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & NewOptions
  /** Remind voters. Reminds everyone who has a ballot and has not voted, at most once in twelve hours. Permission: manage_polls. */
  remindVoters: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & Nothing
  /** Publish outcome. Says what was made of a closed poll's result, and tells those concerned. Published again it takes the place of what was said before, and nobody is told, unless a meeting gets another time. Permission: manage_polls. */
  createOutcome: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & NewOutcome
  /** Invite voters. Gives a ballot to these people, members of the group or not, and notifies those who had none. Permission: manage_polls. */
  inviteVoters: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & Voters
  /** List voters. The voters, by id, and whether they have voted; for anonymous polls only the counts of the poll. Permission: manage_polls. */
  listVoters: {
    /** true: only those who have voted; false: only those who have not. */
    voted?: boolean | null
    /** How many to list (at most 200). */
    per?: number | null
    /** How many to skip. */
    from?: number | null
    /** meta.next of the previous page: the list continues there, even if records were added or removed. */
    after?: number | null
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Cast ballot. Casts or changes the ballot of a voter, and marks it as cast by this key; the voter and everyone who may see the ballot can see that. A ballot that the voter cast themselves is not changed: 409 ballot_of_voter. Anonymous polls accept ballots only from the voters themselves: 409 poll_anonymous. The same ballot again changes nothing; Idempotency-Key is not looked at. Permission: cast_ballots. */
  castBallot: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & NewBallot
  /** Withdraw ballot. Withdraws a ballot that a key has cast, while voting is open: the voter keeps the ballot, not yet cast. The voter may also be named in the query. Permission: cast_ballots. */
  withdrawBallot: {
    /** The poll's id (digits) or key. */
    ref: string | number
  } & Voter2
  /** Show results. The results in numbers: per option, if a member who has not voted may see them; the turnout, which is never hidden; and the verdict under the rules of the poll (quorum_pct, thresholds, no_block). decision.passed is true or false once voting has closed, if the poll has rules, and null where nobody voted and these require nothing. */
  showResults: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Show the count. How the ballots were counted, round by round: the votes of each option, who was elected or excluded and why, what moved where, every tie and what settled it, and what other methods would have elected. Of a closed poll it is the count that was made when it closed; before that, of the ballots as they are, as far as a member who has not voted may see results. */
  showCount: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Show the signed head. What the last closing of a poll found, signed by this service: all who compare it have seen the same result. It is a signed note (c2sp.org/signed-note) over a Merkle tree of the ballots (RFC 6962). */
  showHead: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** Show the record of a poll. All that is needed to check a closed poll without this service: its manifest and head with their signatures, every ballot, the roll, the totals, the count and the decision. "folkmoot verify" checks it. 404 while voting is open or results are hidden, and for polls closed by a release without heads. The format is described in docs/checking.md. */
  showRecord: {
    /** The poll's id (digits) or key. */
    ref: string | number
  }
  /** List memberships. The members of the key's group, including pending ones, ordered by id. Permission: read_memberships. The key may also stand in a form-encoded body, also of a POST that names neither emails nor remove_absent. */
  listMemberships: {
    /** How many to list (at most 1000). */
    per?: number | null
    /** How many to skip. */
    from?: number | null
    /** The key's own group. Variant B refuses another one; variant A goes on with the key's. */
    group_id?: string | number
  }
  /** Manage memberships. Invites every address that is not in the group yet and, with remove_absent, removes every member who is not listed: this can remove every member. A key may invite so many addresses new to the service in an hour (429 invites_limited), but the first such request of its hour passes whole, and mails beyond that number are spread over the next hours. Permission: manage_memberships. */
  manageMemberships: Members
  /** List groups. The key's group, then its subgroups by id. Subgroups come without details; their counts are 0. */
  listGroups: Record<never, never>
  /** Show membership. A member of the key's group, with their email address. Permission: read_memberships. */
  showMembership: {
    /** The id of the membership. */
    id: string | number
  }
  /** Change membership. Changes a member's role (admin or not) and their title in the group. A group keeps at least one admin. What is left out stays as it is; null empties a field that may be empty. Permission: manage_memberships. */
  changeMembership: {
    /** The id of the membership. */
    id: string | number
  } & ChangesToAMembership
  /** Remove membership. Removes a member, or withdraws an invitation, together with ballots not yet cast. This can be undone. Permission: manage_memberships. */
  removeMembership: {
    /** The id of the membership. */
    id: string | number
  }
  /** List events. What happened in the key's group, in order, from the beginning or after a cursor: to continue, send meta.next as `after`. It is present even if the page is empty, and continuing from it misses nothing. Votes name their voter only where results are shown with names; anonymous votes are no events. Memberships are told to keys with read_memberships. Of what was deleted it is told that it was, and nothing else. */
  listEvents: {
    /** How many to list (at most 200). */
    per?: number | null
    /** meta.next of the previous page: the list continues there, even if records were added or removed. */
    after?: number | null
  }
  /** List webhooks. The webhooks of the key's group, without their secrets. Permission: manage_webhooks. */
  listWebhooks: Record<never, never>
  /** Create webhook. Sends the group's events to a URL. The response contains the secret, only this once. Permission: manage_webhooks. */
  createWebhook: NewWebhook
  /** Show webhook. A webhook and its last 50 deliveries. Only admins can see its responses, on its page. Permission: manage_webhooks. */
  showWebhook: {
    /** The id of the webhook. */
    id: string | number
  }
  /** Change webhook. Changes the given fields, and turns the webhook off or on. What is left out stays as it is; null empties a field that may be empty. Permission: manage_webhooks. */
  changeWebhook: {
    /** The id of the webhook. */
    id: string | number
  } & ChangesToAWebhook
  /** Remove webhook. Deletes a webhook with its secrets and log. Permission: manage_webhooks. */
  removeWebhook: {
    /** The id of the webhook. */
    id: string | number
  }
  /** Test webhook. Sends a body of the kind "test", once, and answers what came of it, after 15 seconds at most. It works for webhooks that are off, too. Permission: manage_webhooks. */
  testWebhook: {
    /** The id of the webhook. */
    id: string | number
  } & Nothing
  /** Send again. Sends a delivery again, with its original webhook-id and with all retries. Permission: manage_webhooks. */
  sendDeliveryAgain: {
    /** The id of the webhook. */
    id: string | number
    /** The id of the delivery. */
    delivery_id: string | number
  } & Nothing
  /** Rotate secret. Replaces the secret of a webhook and returns the new one, once. Until the old one expires, both sign. Permission: manage_webhooks. */
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
