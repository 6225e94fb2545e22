/**
 * Records in examples, by their names in the document, as the service answers them: in a group that has just
 * begun, to a key that makes something. Fields that are not here are made from the schema.
 */

type Json = { [name: string]: unknown }

export const SAMPLE_TIME = '2026-11-21T07:50:16.123Z'
/** The id of each record in examples. */
export const SAMPLE_ID = 7

/** The key's own user, which makes what the key makes. */
export const PROGRAM: Json = { name: 'Weekly sync', bot: true, avatar_initials: 'WS' }

const RESULTS: Json = {
  results_visible: true,
  results_as_of: 11,
  options: [
    {
      id: 7,
      name: 'agree',
      score: 8,
      voter_count: 8,
      share_of_cast: 0.7273,
      share_of_eligible: 0.5714,
      average: 1,
      rank: 1,
    },
    {
      id: 8,
      name: 'abstain',
      score: 1,
      voter_count: 1,
      share_of_cast: 0.0909,
      share_of_eligible: 0.0714,
      average: 1,
      rank: 3,
    },
    {
      id: 9,
      name: 'disagree',
      score: 2,
      voter_count: 2,
      share_of_cast: 0.1818,
      share_of_eligible: 0.1429,
      average: 1,
      rank: 2,
    },
  ],
  turnout: { eligible: 14, cast: 11, share: 0.7857 },
  decision: {
    passed: true,
    rules: [
      {
        rule: 'threshold',
        option: 'agree',
        of: 'cast',
        at: 'least',
        required: 66,
        actual: 72.73,
        passed: true,
      },
      {
        rule: 'quorum',
        option: null,
        of: 'eligible',
        at: 'least',
        required: 50,
        actual: 78.57,
        passed: true,
      },
    ],
    sentence: 'Passed: 8 of 11 who voted agree (73%, at least 66% needed); 11 of 14 voted (79%, quorum 50%).',
  },
}

export const RECORDS: { readonly [title: string]: Json } = {
  Results: RESULTS,
  User: { name: 'Ada Vale', avatar_initials: 'AV' },
  Group: {
    creator_id: SAMPLE_ID,
    pending_memberships_count: 0,
    closed_polls_count: 0,
    closed_discussions_count: 0,
    group_privacy: 'closed',
    discussion_privacy_options: 'private_only',
    membership_granted_upon: 'invitation',
    members_can_add_guests: true,
    members_can_announce: true,
    members_can_start_discussions: true,
    members_can_edit_comments: true,
    members_can_delete_comments: true,
    members_can_raise_motions: true,
  },
  Discussion: { private: true, items_count: 0, comments_count: 0, seen_by_count: 0 },
  Event: {
    eventable_type: 'Poll',
    eventable: { type: 'Poll', id: SAMPLE_ID },
    actor_id: SAMPLE_ID,
    position: 0,
    depth: 0,
    child_count: 0,
  },
  Poll: {
    can_respond_maybe: true,
    min_score: 0,
    max_score: 5,
    dots_per_person: 8,
    stance_reason_required: 'optional',
    thresholds: [],
    count_method: null,
    option_costs: {},
    decided_voters_count: 0,
    cast_stances_pct: 0,
    total_score: 0,
    results_visible: true,
    results_as_of: 0,
    open_voters_count: 0,
  },
  'Poll option': { total_score: 0 },
  Result: { rank: 1, score: 0, score_percent: 0, max_score_percent: 0, voter_percent: 0, voter_count: 0 },
  Stance: { participant_id: SAMPLE_ID, latest: true },
  Outcome: { latest: true },
  Membership: { user_email: 'ada@mill.example', accepted_at: SAMPLE_TIME },
  Webhook: { author_id: SAMPLE_ID, active: true, disabled_reason: null },
  'Webhook delivery': {
    event_id: SAMPLE_ID,
    message_id: 'msg_5f0c9a552b8f4f0c9a552b8f7c1f2a10',
    status: 'sent',
    tried_at: SAMPLE_TIME,
    answer_status: 204,
    took_ms: 38,
  },
}

/** The signing secret of a webhook, in the answers that contain it. */
export const WEBHOOK_SECRET = 'whsec_c2qzB0tlRwR2Kp/Y/6B9TeqHsnfhYB/2'
