import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is } from '../db/row-types.ts'
import { TEXT_FORMAT } from '../discussions/discussion.ts'
import { TAG_ROW } from '../groups/tags/tag.ts'
import { COUNT_METHOD_NAMES } from './counts/methods.ts'
import { CLOSING_SOON_AUDIENCES, HIDE_RESULTS, type Poll, REASON_RULES } from './poll.ts'
import type { PollOption } from './poll-option.ts'
import { SHARES_AT, SHARES_OF, type Threshold } from './results/decision-rules.ts'
import { POLL_TYPE_NAMES } from './types/index.ts'

/** Descriptions of the rows of polls and their options. */

const THRESHOLD_ROW: Fields<Threshold> = {
  option: is.text,
  percent: is.number,
  of: is.oneOf(SHARES_OF),
  at: is.oneOf(SHARES_AT),
}

const SETTINGS_ROW = {
  poll_type: is.oneOf(POLL_TYPE_NAMES),
  title: is.text,
  details: is.nullable(is.text),
  details_format: TEXT_FORMAT,
  closing_at: is.nullable(is.instant),
  hide_results: is.oneOf(HIDE_RESULTS),
  anonymous: is.flag,
  receipts: is.flag,
  open_link: is.flag,
  specified_voters_only: is.flag,
  voter_can_add_options: is.flag,
  shuffle_options: is.flag,
  notify_on_closing_soon: is.oneOf(CLOSING_SOON_AUDIENCES),
  minimum_stance_choices: is.nullable(is.integer),
  maximum_stance_choices: is.nullable(is.integer),
  min_score: is.integer,
  max_score: is.integer,
  dots_per_person: is.integer,
  can_respond_maybe: is.flag,
  agree_target: is.nullable(is.integer),
  stance_reason_required: is.oneOf(REASON_RULES),
  quorum_pct: is.nullable(is.integer),
  thresholds: is.jsonListOf(THRESHOLD_ROW),
  no_block: is.flag,
  count_method: is.nullable(is.oneOf(COUNT_METHOD_NAMES)),
  seats: is.integer,
  budget: is.nullable(is.integer),
}

export const POLL_ROW: Fields<Poll> = {
  ...SETTINGS_ROW,
  id: is.integer,
  key: is.text,
  group_id: is.integer,
  discussion_id: is.nullable(is.integer),
  author_id: is.integer,
  api_key_id: is.nullable(is.integer),
  version: is.integer,
  created_at: is.instant,
  updated_at: is.instant,
  opened_at: is.nullable(is.instant),
  closed_at: is.nullable(is.instant),
  sealed_at: is.nullable(is.instant),
  elected_slots: is.nullable(is.list(is.integer)),
  elected_at: is.nullable(is.instant),
  elected_by_lot: is.nullable(is.flag),
  urn_key: is.nullable(is.text),
  key_destroyed_at: is.nullable(is.instant),
  key_missing_at: is.nullable(is.instant),
  boxed_at: is.nullable(is.instant),
  reminded_at: is.nullable(is.instant),
  discarded_at: is.nullable(is.instant),
  content_locale: is.nullable(is.text),
  imported_at: is.nullable(is.instant),
  tags: is.jsonListOf(TAG_ROW),
}

export const pollFromJson = jsonReader(POLL_ROW)

export const POLL_OPTION_ROW: Fields<PollOption> = {
  id: is.integer,
  poll_id: is.integer,
  slot: is.integer,
  priority: is.integer,
  name: is.text,
  meaning: is.nullable(is.text),
  cost: is.nullable(is.integer),
}
