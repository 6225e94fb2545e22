import { type Fields, is } from '../db/row-types.ts'
import { type Queryable, type Statement, sql } from '../db/sql.ts'
import { POLL_TYPE_NAMES } from '../polls/types/index.ts'
import type { Archive, ListName } from './archive.ts'

/** Rows of one list after an id, at most `most`, as the JSON of the archive. */
export type ListAsk = { user_id: number; after: number; most: number }
export type ListRow = { id: number; item: unknown }

const MAYBE = is.nullable(is.text)
const FORMAT = is.oneOf(['md', 'html'])
const WRITTEN = { text: MAYBE, format: FORMAT }
const WHOLE = { id: is.integer, created_at: is.text }
const TITLED = { key: is.text, group: is.text, title: is.text }

const FIELDS: { [Name in ListName]: Fields<Archive[Name][number]> } = {
  groups: {
    ...{ id: is.integer, handle: is.text, name: is.text, title: MAYBE, admin: is.flag },
    ...{ invited_at: is.text, joined_at: MAYBE, left_at: MAYBE, emails: is.flag },
  },
  requests: { ...WHOLE, group: is.text, state: is.text },
  threads: { ...WHOLE, ...WRITTEN, ...TITLED, tags: is.list(is.text) },
  comments: { ...WHOLE, thread: is.text, thread_key: is.text, text: is.text, edited_at: MAYBE },
  polls: {
    ...{ ...WHOLE, ...WRITTEN, ...TITLED, tags: is.list(is.text) },
    ...{ poll_type: is.text, options: is.list(is.text), closed_at: MAYBE },
  },
  outcomes: { ...WHOLE, ...WRITTEN, poll: is.text, poll_key: is.text },
  votes: {
    ...{ poll_id: is.integer, poll: is.text, poll_key: is.text, poll_type: is.oneOf(POLL_TYPE_NAMES) },
    choices: is.list(is.record({ option: is.text, score: is.integer })),
    ...{ reason: MAYBE, reason_format: FORMAT, cast_at: is.text },
  },
  keys: { ...WHOLE, name: is.text, prefix: is.text, revoked_at: MAYBE },
  sessions: { ...WHOLE, browser: MAYBE, notifications: is.flag },
  logins: { ...WHOLE, issuer: is.text, subject: is.text, signed_in_at: MAYBE },
  passkeys: { ...WHOLE, name: is.text, last_used_at: MAYBE },
  feeds: { ...WHOLE, group: MAYBE },
  drafts: { place: is.text, subject: MAYBE, fields: is.text, saved_at: is.text },
}

const PROFILE: Fields<Archive['profile']> = {
  ...{ ...WHOLE, name: MAYBE, email: is.text, locale: MAYBE, time_zone: is.text },
  ...{ former_names: is.list(is.text), silenced: is.list(is.text) },
}

const at = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

// Only members of a group see its tags.
const tagsOf = (carrier: string) => `coalesce((select json_agg(t.tag ->> 'name' order by t.place)
  from jsonb_array_elements(${carrier}.tags) with ordinality as t(tag, place)
  where exists (select from memberships m where m.group_id = ${carrier}.group_id and m.user_id = :user_id and m.revoked_at is null)), '[]')`

/** What a form is about whose draft is in this place: `draft-words.ts` knows the places too. */
const SUBJECT = `coalesce(
  (select d.title from discussions d where d.id = substring(place from ' in thread (\\d{1,18})')::bigint
     and d.discarded_at is null),
  (select p.title from polls p where p.id = substring(place from ' of poll (\\d{1,18})$')::bigint
     and p.discarded_at is null),
  (select g.name from groups g where g.id = substring(place from ' in group (\\d{1,18})$')::bigint))`

const list = (name: ListName, text: string): Statement<ListAsk, ListRow> =>
  sql(`archive.${name}`, text, { id: is.integer, item: is.jsonOf(FIELDS[name] as Fields<object>) })

const LISTS = {
  groups: list(
    'groups',
    `select g.id, json_build_object('id', g.id, 'handle', g.handle, 'name', g.name, 'title', m.title, 'admin', m.admin,
       'invited_at', ${at('m.created_at')}, 'joined_at', ${at('m.accepted_at')}, 'left_at', ${at('m.revoked_at')},
       'emails', not exists (select from mutes x where x.user_id = m.user_id and x.group_id = m.group_id)) as item
     from memberships m join groups g on g.id = m.group_id
     where m.user_id = :user_id and m.group_id > :after order by m.group_id limit :most`,
  ),
  requests: list(
    'requests',
    `select r.id, json_build_object('id', r.id, 'group', g.name, 'state', r.state, 'created_at', ${at('r.asked_at')}) as item
     from join_requests r join groups g on g.id = r.group_id
     where r.user_id = :user_id and r.id > :after order by r.id limit :most`,
  ),
  threads: list(
    'threads',
    `select d.id, json_build_object('id', d.id, 'key', d.key, 'group', g.name, 'title', d.title, 'text', d.description,
       'format', d.description_format, 'tags', ${tagsOf('d')}, 'created_at', ${at('d.created_at')}) as item
     from discussions d join groups g on g.id = d.group_id
     where d.author_id = :user_id and d.id > :after and d.discarded_at is null order by d.id limit :most`,
  ),
  comments: list(
    'comments',
    `select c.id, json_build_object('id', c.id, 'thread', d.title, 'thread_key', d.key, 'text', c.body,
       'created_at', ${at('c.created_at')}, 'edited_at', ${at('c.edited_at')}) as item
     from comments c join discussions d on d.id = c.discussion_id
     where c.author_id = :user_id and c.id > :after and c.deleted_at is null and d.discarded_at is null
     order by c.id limit :most`,
  ),
  polls: list(
    'polls',
    `select p.id, json_build_object('id', p.id, 'key', p.key, 'group', g.name, 'title', p.title, 'poll_type', p.poll_type,
       'text', p.details, 'format', p.details_format, 'tags', ${tagsOf('p')}, 'created_at', ${at('p.created_at')}, 'closed_at', ${at('p.closed_at')},
       'options', (select coalesce(json_agg(o.name order by o.slot), '[]') from poll_options o where o.poll_id = p.id)) as item
     from polls p join groups g on g.id = p.group_id
     where p.author_id = :user_id and p.id > :after and p.discarded_at is null order by p.id limit :most`,
  ),
  outcomes: list(
    'outcomes',
    `select o.id, json_build_object('id', o.id, 'poll', p.title, 'poll_key', p.key, 'text', o.statement,
       'format', o.statement_format, 'created_at', ${at('o.created_at')}) as item
     from outcomes o join polls p on p.id = o.poll_id
     where o.author_id = :user_id and o.id > :after and p.discarded_at is null order by o.id limit :most`,
  ),
  votes: list(
    'votes',
    `select b.poll_id as id, json_build_object('poll_id', p.id, 'poll', p.title, 'poll_key', p.key, 'poll_type', p.poll_type,
       'choices', (select coalesce(json_agg(json_build_object('option', o.name, 'score', b.scores[o.slot]) order by o.slot), '[]')
         from poll_options o where o.poll_id = p.id and b.scores[o.slot] is not null),
       'reason', b.reason, 'reason_format', b.reason_format, 'cast_at', ${at('b.cast_at')}) as item
     from ballots b join polls p on p.id = b.poll_id
     where b.user_id = :user_id and b.poll_id > :after and p.discarded_at is null order by b.poll_id limit :most`,
  ),
  keys: list(
    'keys',
    `select id, json_build_object('id', id, 'name', name, 'prefix', prefix, 'created_at', ${at('created_at')},
       'revoked_at', ${at('revoked_at')}) as item
     from personal_keys where user_id = :user_id and id > :after order by id limit :most`,
  ),
  sessions: list(
    'sessions',
    `select id, json_build_object('id', id, 'browser', browser, 'created_at', ${at('created_at')}, 'notifications',
       exists (select from push_subscriptions p where p.session_id = sessions.id)) as item
     from sessions where user_id = :user_id and id > :after order by id limit :most`,
  ),
  logins: list(
    'logins',
    `select id, json_build_object('id', id, 'issuer', issuer, 'subject', subject, 'created_at', ${at('linked_at')},
       'signed_in_at', ${at('signed_in_at')}) as item
     from identities where user_id = :user_id and id > :after order by id limit :most`,
  ),
  passkeys: list(
    'passkeys',
    `select id, json_build_object('id', id, 'name', name, 'created_at', ${at('created_at')},
       'last_used_at', ${at('last_used_at')}) as item
     from passkeys where user_id = :user_id and id > :after order by id limit :most`,
  ),
  feeds: list(
    'feeds',
    `select f.id, json_build_object('id', f.id, 'group', g.name, 'created_at', ${at('f.created_at')}) as item
     from (select * from feeds where user_id = :user_id offset 0) f left join groups g on g.id = f.group_id
     where f.id > :after order by f.id limit :most`,
  ),
  // Of these there are few: `after` is their number. Without what is kept only while someone signs in again,
  // or right after a form was sent.
  drafts: list(
    'drafts',
    `select id, json_build_object('place', place, 'subject', ${SUBJECT}, 'fields', fields,
       'saved_at', ${at('saved_at')}) as item
     from (select row_number() over (order by place) as id, place, fields, saved_at
       from form_drafts where user_id = :user_id and place not like 'again %' and fields <> '{}') d
     where id > :after order by id limit :most`,
  ),
}

const profile = sql<{ user_id: number }, { item: Archive['profile'] }>(
  'archive.profile',
  `select json_build_object('id', id, 'name', name, 'email', email, 'locale', locale, 'time_zone', time_zone,
     'created_at', ${at('created_at')},
     'former_names', array(select said from former_names f where f.user_id = users.id order by said),
     'silenced', array(select kind from push_silences s where s.user_id = users.id order by kind)) as item
   from users where id = :user_id and email is not null`,
  { item: is.jsonOf(PROFILE) },
)

/** A person's profile. Null: there is none, or they deleted their account. */
export async function readProfile(db: Queryable, user_id: number): Promise<Archive['profile'] | null> {
  return (await profile.first(db, { user_id }))?.item ?? null
}

/** The next rows of a list. */
export function readList(db: Queryable, name: ListName, ask: ListAsk): Promise<ListRow[]> {
  return LISTS[name].all(db, ask)
}
