import { contentLanguage } from '../../groups/content-language.ts'
import { addingItems } from '../../groups/item-counts.ts'
import type { Told } from '../new-poll.ts'
import type { Poll } from '../poll.ts'

/** A poll to create, with its options, its voters and the people notified. */
export type PollToMake = Omit<
  Poll,
  | 'id'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'closed_at'
  | 'content_locale'
  | 'imported_at'
  | 'sealed_at'
  | 'elected_slots'
  | 'elected_at'
  | 'elected_by_lot'
  | 'key_destroyed_at'
  | 'key_missing_at'
  | 'boxed_at'
  | 'reminded_at'
  | 'discarded_at'
  | 'tags'
> & { reminder_due_at: Date | null } & Besides

type Besides = {
  slots: number[]
  priorities: number[]
  names: string[]
  meanings: (string | null)[]
  costs: (number | null)[]
  /** Everyone in the group gets a ballot, and every guest of the thread. */
  to_members: boolean
  to_thread_guests: boolean
  /** These people always get one. */
  named_ids: number[]
  /** The request names the whole group. */
  names_group: boolean
  told: Told
  message: string | null
  /** Its place among the items of its thread. */
  sequence_id: number | null
}

const COLUMNS: Record<Exclude<keyof PollToMake, keyof Besides>, string> = {
  key: 'text',
  group_id: 'bigint',
  discussion_id: 'bigint',
  author_id: 'bigint',
  api_key_id: 'bigint',
  poll_type: 'text',
  title: 'text',
  details: 'text',
  details_format: 'text',
  hide_results: 'text',
  anonymous: 'boolean',
  receipts: 'boolean',
  open_link: 'boolean',
  specified_voters_only: 'boolean',
  voter_can_add_options: 'boolean',
  shuffle_options: 'boolean',
  notify_on_closing_soon: 'text',
  min_score: 'int',
  max_score: 'int',
  dots_per_person: 'int',
  minimum_stance_choices: 'int',
  maximum_stance_choices: 'int',
  agree_target: 'int',
  can_respond_maybe: 'boolean',
  stance_reason_required: 'text',
  quorum_pct: 'int',
  thresholds: 'jsonb',
  no_block: 'boolean',
  count_method: 'text',
  seats: 'int',
  budget: 'int',
  opened_at: 'timestamptz',
  closing_at: 'timestamptz',
  reminder_due_at: 'timestamptz',
  urn_key: 'text',
}
const COLUMN_NAMES = Object.keys(COLUMNS).join(', ')
const COLUMN_TYPES = Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

/**
 * SQL that creates the polls of `:polls` with their options, ballots, tallies, events with their recipients,
 * and the counts of their groups: one statement. It reads members once per group, and inserts ballots in key
 * order. `made` are the requested polls with their ids; `inserted`, `options`, `tally` and `told` are the
 * inserted rows. `key_hash` is the hash of the requesting API key; `reads_author` and `reads_group`: for the
 * statement that reads with it.
 */
export const MAKING = `with asked as materialized (
   select * from json_to_recordset(:polls::json) as p(${COLUMN_TYPES},
     slots smallint[], priorities smallint[], names text[], meanings text[], costs int[], to_members boolean, to_thread_guests boolean,
     named_ids bigint[], names_group boolean, told text, message text, sequence_id int,
     key_hash bytea, reads_author boolean, reads_group boolean)
 ), inserted as (
   insert into polls (${COLUMN_NAMES}, content_locale)
   select ${COLUMN_NAMES}, ${contentLanguage('asked.author_id', 'asked.group_id')} from asked returning *
 ), made as materialized (
   select i.id, a.* from inserted i join asked a on a.key = i.key
 ), options as (
   insert into poll_options (poll_id, slot, priority, name, meaning, cost)
   select made.id, o.slot, o.priority, o.name, o.meaning, o.cost
   from made cross join unnest(made.slots, made.priorities, made.names, made.meanings, made.costs)
     as o(slot, priority, name, meaning, cost)
   returning *
 ), members as materialized (
   select g.group_id, array(
     select m.user_id from memberships m where m.group_id = g.group_id and m.revoked_at is null) as user_ids
   from (select distinct group_id from asked where to_members or names_group) g
 ), given as (
   insert into electorate (poll_id, user_id, inviter_id, issued_as)
   select made.id, p.user_id, made.author_id, (array['thread_guest', 'member', 'named'])[min(p.rank)]
   from made cross join lateral (
     select unnest(m.user_ids) as user_id, 2 as rank from members m
     where m.group_id = made.group_id and (made.to_members or made.names_group)
     union all
     select t.user_id, 1 from thread_guests t
     where t.discussion_id = made.discussion_id and made.to_thread_guests and not exists (
       select 1 from memberships m where m.group_id = made.group_id and m.user_id = t.user_id
         and m.revoked_at is null and m.accepted_at is not null offset 0)
     union all
     select unnest(made.named_ids), 3
   ) p group by made.id, p.user_id, made.author_id order by made.id, p.user_id
   returning poll_id, user_id
 ), holders as materialized (
   select poll_id, count(*) as voters, array_agg(user_id order by user_id) as user_ids from given group by poll_id
 ), tally as (
   insert into tallies (poll_id, voters)
   select made.id, coalesce(h.voters, 0) from made left join holders h on h.poll_id = made.id
   returning *
 ), told as (
   insert into events (kind, group_id, discussion_id, poll_id, subject_type, subject_id, actor_id,
     recipient_ids, recipient_message, sequence_id)
   select 'poll_created', made.group_id, made.discussion_id, made.id, 'Poll', made.id, made.author_id,
     case made.told when 'holders' then coalesce(h.user_ids, '{}')
       when 'named' then array(select unnest(m.user_ids) from members m
         where made.names_group and m.group_id = made.group_id
         union select unnest(made.named_ids) order by 1)
       else '{}' end,
     made.message, made.sequence_id
   from made left join holders h on h.poll_id = made.id order by made.id
   returning *
 ), counted as (
   ${addingItems('(select group_id, 1 as polls, 0 as closed_polls, 0 as discussions, 0 as closed_discussions from asked) as new')}
 )`
