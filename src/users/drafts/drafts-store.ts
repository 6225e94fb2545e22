import { is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import type { DraftPage } from './draft.ts'

type Whose = { user_id: number; place: string }
type Within = { user_id: number; within: string }
/** `most`: of the person; `most_within`: of these in the place `within`. */
type Bounded = Whose & Within & { fields: string; most: number; most_within: number }
/** Only what this page may replace; by default, and null: whatever there is. */
type Replaced = { any_page: boolean; token: string | null; seen: Date | null }
type Row = { place: string; fields: string; saved_at: Date }

/** Those of a place, and of the places in it: their names continue with a comma. */
const WITHIN = `(place = :within or starts_with(place, :within::text || ', '))`

/**
 * The row of a form that was sent or discarded, for a while: a save of its page that was under way then must
 * not bring it back. Earlier versions of the service read it as a form without fields.
 */
const ENDED = `form_drafts.fields = '{}'`
const LATEST_SAVE = `interval '1 minute'`

/**
 * Those that no other page saved since this one was opened. Programs read the time without the fractions of a
 * millisecond.
 */
const OF_PAGE = `(:any_page::boolean or form_drafts.page_token = :token::text or ${ENDED}
  or form_drafts.saved_at < :seen::timestamptz + interval '2 milliseconds')`

/** Not those of a form that this page has just sent. */
const STILL_OPEN = `(:any_page::boolean or not ${ENDED} or form_drafts.page_token is distinct from :token::text
  or form_drafts.saved_at < now() - ${LATEST_SAVE})`

/** A page that is left may save once more what it saved already: that is no newer draft. */
const SAVED_AT = `case when form_drafts.fields = excluded.fields then form_drafts.saved_at else now() end`

const upsert = sql<Bounded & Replaced>(
  'form_drafts.upsert',
  `with oldest as (
     delete from form_drafts where user_id = :user_id and place in (
       (select place from form_drafts where user_id = :user_id and place <> :place and not ${ENDED}
        order by saved_at desc offset :most::int - 1)
       union all
       (select place from form_drafts where user_id = :user_id and place <> :place and ${WITHIN} and not ${ENDED}
        order by saved_at desc offset :most_within::int - 1))
   )
   insert into form_drafts (user_id, place, fields, page_token)
   values (:user_id, :place, :fields, :token::text)
   on conflict (user_id, place) do update
   set fields = excluded.fields, page_token = excluded.page_token, saved_at = ${SAVED_AT}
   where ${OF_PAGE} and ${STILL_OPEN}`,
)

const end = sql<Whose & Replaced>(
  'form_drafts.end',
  `with past as (
     delete from form_drafts where user_id = :user_id and place <> :place and ${ENDED}
       and saved_at < now() - ${LATEST_SAVE}
   )
   insert into form_drafts (user_id, place, fields, page_token) values (:user_id, :place, '{}', :token::text)
   on conflict (user_id, place) do update
   set fields = excluded.fields, page_token = excluded.page_token, saved_at = now()
   where ${OF_PAGE}`,
)

const find = sql<Whose, { fields: string; saved_at: Date }>(
  'form_drafts.find',
  `select fields, saved_at from form_drafts where user_id = :user_id and place = :place and not ${ENDED}`,
  { fields: is.text, saved_at: is.instant },
)

const ROW = { place: is.text, fields: is.text, saved_at: is.instant }

const list = sql<{ user_id: number }, Row>(
  'form_drafts.list',
  `select place, fields, saved_at from form_drafts where user_id = :user_id and place not like 'again %' and not ${ENDED}
   order by saved_at desc, place`,
  ROW,
)

const listWithin = sql<Within, Row>(
  'form_drafts.list_within',
  `select place, fields, saved_at from form_drafts where user_id = :user_id and ${WITHIN} and not ${ENDED}
   order by saved_at desc, place`,
  ROW,
)

const drop = sql<{ user_id: number; places: string[] } & Replaced>(
  'form_drafts.drop',
  `delete from form_drafts where user_id = :user_id and place = any (:places::text[]) and ${OF_PAGE}`,
)

const dropOld = sql<{ days: number; most: number }>(
  'form_drafts.drop_old',
  `delete from form_drafts where ctid = any (array(
     select ctid from form_drafts where saved_at < now() - make_interval(days => :days::int) limit :most))`,
)

const dropAgain = sql<{ minutes: number; most: number }>(
  'form_drafts.drop_again',
  `delete from form_drafts where ctid = any (array(
     select ctid from form_drafts where place like 'again %'
       and saved_at < now() - make_interval(mins => :minutes::int) limit :most))`,
)

/**
 * Saves the content of a form over its former draft, and limits the number of a person's drafts. False: this
 * page may not replace what is there.
 */
export async function putDraft(db: Queryable, draft: Bounded, page: DraftPage | null): Promise<boolean> {
  return (await upsert.run(db, { ...draft, ...replacedBy(page) })) > 0
}

/**
 * Notes that `page` sent or discarded its form, in place of the draft, if it may replace that. Deletes such
 * notes of the person that have no effect any more.
 */
export async function putEnd(db: Queryable, whose: Whose, page: DraftPage): Promise<void> {
  await end.run(db, { ...whose, ...replacedBy(page) })
}

function replacedBy(page: DraftPage | null): Replaced {
  return { any_page: page === null, token: page?.token ?? null, seen: page?.seen ?? null }
}

export function findDraft(db: Queryable, whose: Whose): Promise<{ fields: string; saved_at: Date } | null> {
  return find.first(db, whose)
}

/** Those of a person, the latest first, without forms that wait while they sign in again. */
export function listDrafts(db: Queryable, user_id: number): Promise<Row[]> {
  return list.all(db, { user_id })
}

/** Those of a person in a place and in the places within it, the latest first. */
export function listDraftsWithin(db: Queryable, whose: Within): Promise<Row[]> {
  return listWithin.all(db, whose)
}

type Where = { user_id: number; places: string[] }

/** Deletes drafts in these places that `page` may replace. */
export async function deleteDrafts(db: Queryable, where: Where, page: DraftPage | null): Promise<void> {
  await drop.run(db, { ...where, ...replacedBy(page) })
}

/** Deletes at most `most` forms of people who did not sign in again within `minutes`. Returns how many. */
export function dropOldAgain(db: Queryable, minutes: number, most: number): Promise<number> {
  return dropAgain.run(db, { minutes, most })
}

/** Deletes at most `most` drafts that were not changed for `days`. Returns how many. */
export function dropOldDrafts(db: Queryable, days: number, most: number): Promise<number> {
  return dropOld.run(db, { days, most })
}
