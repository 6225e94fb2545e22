import type { Queryable } from '../../src/db/sql.ts'

/**
 * Inserts rows by the thousand, directly into the tables: what a burst leaves on a new service. `n`: how
 * many. Records belong together by number: poll 1501 is in thread 1501, its author is person 1501, who has a
 * ballot in it. Number 1 is large: everyone is in group 1, which has a burst of polls, threads and mails;
 * thread 1 has a burst of comments, poll 1 of ballots, webhook 1 of deliveries. Numbers above `n` are other
 * kinds, `n` of each: polls of separate groups, closed ones, anonymous ones, a few others.
 */
export async function grow(on: Queryable, n: number): Promise<void> {
  // The rows are consistent; checking every foreign key would double the time.
  await on.query('set session_replication_role = replica')
  for (const table of [
    peopleOf,
    threadsOf,
    pollsOf,
    ballotsOf,
    anonymousOf,
    eventsOf,
    mailsOf,
    webhooksOf,
    restOf,
  ])
    await on.query(table(n))
  await on.query(`set session_replication_role = origin; ${SEQUENCES}`)
}

/** Members of a group other than the first: the person with its number and the next ones. */
const NEAR = 5

/** The hash of the record with this number, as computed by PostgreSQL. */
const hash = (number: string) => `sha256(('grown' || (${number}))::bytea)`

/** The person this many places after a number, wrapping around at the end. */
const person = (n: number, number: string) => `((${number}) - 1) % ${n} + 1`

const peopleOf = (n: number) => `
  insert into users (id, name, username, email, email_verified, mails_from) overriding system value
  select k, case when k % 4 <> 0 then 'Person ' || k end, 'person' || k, 'person' || k || '@grown.example', k % 2 = 1,
    case when k % 100 = 0 then now() + interval '1 hour' end from generate_series(1, ${n}) k;
  insert into users (id, name, bot) overriding system value
  select ${n} + k, 'Key ' || k, true from generate_series(1, ${n}) k;
  insert into users (id, email) overriding system value values (${2 * n + 1}, 'stranger@grown.example');

  insert into groups (id, key, handle, name, parent_id, creator_id, public) overriding system value
  select k, 'g' || lpad(k::text, 7, '0'), 'group-' || k, 'Group ' || k,
    case when k % 200 = 0 then 1 when k % 2 = 1 and k > 1 then k - 1 end, k, true from generate_series(1, ${n}) k;
  insert into given_names (group_id, user_id, name)
  select k, k, 'Given ' || k from generate_series(1, ${n}) k
  union all select 1, k, 'Given ' || k from generate_series(8, ${n}, 8) k;
  insert into group_counts (group_id, memberships, pending_memberships, admin_memberships, polls, closed_polls,
    discussions, closed_discussions)
  select k, 900, 90, 9, 900, 90, 900, 90 from generate_series(1, ${n}) k;

  insert into memberships (id, group_id, user_id, admin, accepted_at, revoked_at) overriding system value
  select k, 1, k, k in (1, 2, ${n / 2 + 1}), case when k % 10 <> 3 then now() end,
    case when k % 5 = 0 then now() end from generate_series(1, ${n}) k;
  insert into memberships (id, group_id, user_id, admin, accepted_at, revoked_at) overriding system value
  select ${n} + k * ${NEAR} + near, k, ${person(n, 'k + near')}, near = 0, case when near <> 3 then now() end,
    case when near = 4 then now() end from generate_series(2, ${n}) k, generate_series(0, ${NEAR - 1}) near;

  insert into api_keys (id, group_id, bot_user_id, issuer_id, name, permissions, ending_due_at)
  overriding system value
  select k, k, ${n} + k, k, 'Key ' || k, '{create_poll}', case when k % 200 = 0 then now() end
  from generate_series(1, ${n}) k;
  insert into key_secrets (hash, api_key_id, prefix) select ${hash('k')}, k, 'fm' from generate_series(1, ${n}) k;
  insert into key_uses (api_key_id, day, requests, refused)
  select k, current_date - day, 9, 1 from generate_series(1, ${n}) k, generate_series(0, 3) day;
  insert into personal_keys (id, user_id, name, hash, prefix) overriding system value
  select k, k, 'Key ' || k, ${hash('k')}, 'fm' from generate_series(1, ${n}) k;`

const threadsOf = (n: number) => `
  insert into discussions (id, key, group_id, author_id, title, description, description_format, private, items_count,
    comments_count, versions_count, last_activity_at, updated_at, closed_at, discarded_at) overriding system value
  select k, 'd' || lpad(k::text, 7, '0'), case when k <= ${n} then 1 else k - ${n} end, ${person(n, 'k')},
    'Thread ' || k, 'What is to be talked of', 'md', k % 50 <> 1, 9, 9, 2, now() - interval '1 minute' * k,
    now() - interval '1 minute' * k, case when k % 3 = 0 then now() end,
    case when k % 50 = 25 then now() end from generate_series(1, ${2 * n}) k;
  insert into thread_guests (discussion_id, user_id)
  select 1, k from generate_series(1, ${n}) k
  union all select k, ${person(n, 'k + 7')} from generate_series(2, ${2 * n}) k;
  insert into discussion_versions (discussion_id, version, title, description_format, replaced_by)
  select k, 1, 'Thread', 'md', 1 from generate_series(1, ${2 * n}) k;
  insert into discussion_readers (discussion_id, user_id, last_seen)
  select 1, k, 1 from generate_series(1, ${n}) k
  union all select k, ${person(n, 'k')}, 1 from generate_series(2, ${2 * n}) k;

  insert into comments (id, discussion_id, author_id, body, sequence_id, mentioned_ids) overriding system value
  select k, 1, k, 'A comment', k, array[${person(n, 'k + 1')}] from generate_series(1, ${n}) k;
  insert into comments (id, discussion_id, author_id, body, sequence_id) overriding system value
  select ${n} + k, k, ${person(n, 'k')}, 'A comment', 1 from generate_series(2, ${2 * n}) k;
  insert into comment_versions (comment_id, body, written_at)
  select k, 'A remark', now() - interval '1 day' from generate_series(1, ${3 * n}) k
  union all select 1, 'A remark', now() - make_interval(hours => k) from generate_series(1, 9) k;`

const pollsOf = (n: number) => `
  insert into polls (id, key, group_id, discussion_id, author_id, poll_type, title, details_format, hide_results,
    anonymous, specified_voters_only, voter_can_add_options, shuffle_options, notify_on_closing_soon, min_score,
    max_score, dots_per_person, can_respond_maybe, stance_reason_required, opened_at, closing_at, closed_at,
    closed_by, sealed_at, urn_key, key_destroyed_at, cleaned_at, reminder_due_at, discarded_at,
    elected_at, elected_by_lot) overriding system value
  select id, 'p' || lpad(id::text, 7, '0'), case kind when 1 then k else 1 end,
    case when kind = 0 then case when k % 2 = 0 then 1 else k end when kind = 1 then id
      when kind = 2 and k % 50 = 1 then k end, k, 'proposal',
    'Poll ' || id, 'md', case when kind = 3 then 'until_closed' else 'off' end, kind = 3, false, false, false,
    'undecided_voters', 0, 1, 1, true, case when kind = 3 then 'disabled' else 'optional' end,
    case when not draft then now() - interval '9 days' end,
    case when draft then null when over or due then now() - interval '1 hour' * k else now() + interval '1 hour' * k end,
    case when over then now() - interval '1 hour' * k end,
    case when kind = 2 then k end, case when sealed then now() end, case when kind = 3 then md5(id::text) || md5(id::text) end,
    case when sealed and k > 10 then now() end, case when sealed and k > 10 then now() end,
    case when kind = 0 then now() + interval '1 hour' * (k - 5) end, case when k % 50 = 25 then now() end,
    case when over and k % 20 > 0 then now() - interval '1 hour' * k end, case when k % 20 > 1 then false end
  from (select id, (id - 1) / ${n} as kind, (id - 1) % ${n} + 1 as k from generate_series(1, ${4 * n + 10}) id) numbered
  cross join lateral (select kind = 4 and k <= 5 as draft, kind = 4 and k > 5 as due,
    kind = 2 or kind = 3 and k <= ${n - 20} as over, kind = 3 and k <= ${n - 25} as sealed) state;
  insert into poll_heads (poll_id, closing, group_id, place, manifest, head, secret, cast_by, public_key)
  select id, 1, group_id, row_number() over (partition by group_id order by id), '{}', 'head', ${hash('id')}, '{}',
    case when id % 50 > 0 then 'signed' end
  from polls;
  insert into archives (user_id, language, made_at, content)
    select id, 'en', case when id % 3 = 0 then now() - case when id % 9 = 0 then interval '900 days' else interval '1 day' end end,
      case when id % 3 = 0 then '\\x00'::bytea end from users where not bot;
  insert into poll_manifests (poll_id, manifest, public_key)
  select id, '{}', case when id % 50 > 0 then 'signed' end from polls where id <= ${2 * n};
  insert into poll_counts (poll_id, count, others) select id, '{}', '[]' from polls where elected_at is not null;
  update polls set boxed_at = now() where sealed_at is not null and cleaned_at is null;
  insert into poll_options (id, poll_id, slot, priority, name) overriding system value
  select k * 3 + slot, k, slot, slot, 'Option ' || slot
  from generate_series(1, ${4 * n + 10}) k, generate_series(1, 3) slot;
  insert into tallies (poll_id, voters, cast_count, sums, answers, supports)
  select k, 5, 3, '{1,1,1}', '{3,3,3}', '{1,1,1}' from generate_series(1, ${4 * n + 10}) k;
  insert into open_links (id, poll_id, hash, made_by) overriding system value
  select k, k, ${hash('k')}, 1 from generate_series(1, ${4 * n + 10}) k;
  insert into open_ballots (poll_id, link_id, browser_hash, name, email, scores)
  select k, k, ${hash('k')}, 'Nina ' || k, k || '@far.example', '{1,0,0}'::int[] from generate_series(1, ${4 * n + 10}) k
  union all select 1, 1, ${hash(`'open' || k`)}, 'Nina', null, '{1,0,0}'::int[] from generate_series(1, ${n}) k;
  insert into outcomes (id, poll_id, poll_option_id, group_id, author_id, statement, review_on, review_due_at)
  overriding system value
  select k, ${2 * n} + k, (${2 * n} + k) * 3 + 1, 1, k, 'So be it', current_date + k, now() + interval '1 day' * (k - 3)
  from generate_series(1, ${n}) k;`

const ballotsOf = (n: number) => `
  insert into electorate (poll_id, user_id, inviter_id, issued_as, voted)
  select 1, k, 1, 'member', k % 2 = 0 from generate_series(1, ${n}) k
  union all select k, 1, 1, 'member', false from generate_series(2, ${n}) k where k + ${NEAR - 1} <= ${n}
  union all select k, ${person(n, 'k + near')}, 1, case near when 4 then 'named' when 3 then 'thread_guest' else 'member' end, near between 1 and 2
    from generate_series(2, ${4 * n + 10}) k, generate_series(0, ${NEAR - 1}) near;
  insert into ballots (poll_id, user_id, scores, reason, cast_at)
  select e.poll_id, user_id, '{1,0,0}', 'So it is best', now()
  from electorate e join polls p on p.id = e.poll_id where voted and not anonymous;
  insert into ballots (poll_id, user_id, scores, cast_at, api_key_id)
  select k, ${person(n, 'k')}, '{1,0,0}', now(), 1 from generate_series(${n + 2}, ${2 * n}) k;
  insert into superseded_ballots (poll_id, user_id, scores, reason_format, cast_at, superseded_at)
  select poll_id, user_id, scores, 'md', cast_at, now() from ballots where poll_id <= ${n};`

const anonymousOf = (n: number) => `
  insert into sealed_ballots (poll_id, hash, choices, nonce)
  select ${3 * n} + k, ${hash('k * 3 + ballot')}, '{1,0,0}', 'a nonce' from generate_series(1, ${n - 25}) k, generate_series(1, 3) ballot;
  insert into urn_boxes (tag, poll_id, box)
  select ${hash('k * 3 + ballot')}, ${3 * n} + k, 'a box' from generate_series(${n - 24}, ${n}) k, generate_series(1, 3) ballot;
  insert into urn_boxes (tag, poll_id, box)
  select ${hash(`'many' || k`)}, ${4 * n}, 'a box' from generate_series(1, ${n}) k;
  insert into urn (id, poll_id, choices, nonce)
  select gen_random_uuid(), ${4 * n}, '{1,0,0}', ${"'0123456789abcdef'"} from generate_series(1, 3);
  insert into shown_tallies (poll_id) select ${3 * n} + k from generate_series(1, ${n}) k;
  insert into urn_keys (public_key, wrapped)
  select urn_key, 'wrapped' from polls where anonymous;`

/** Polls, threads, comments in the first thread, comments elsewhere, outcomes, votes, edits, reopenings. */
const eventsOf = (n: number) => `
  insert into events (id, kind, group_id, discussion_id, poll_id, subject_type, subject_id, actor_id, recipient_ids,
    sequence_id, dispatched_at, feed_number, set_aside_at, set_aside_reason) overriding system value
  select id, kind, group_id, discussion_id, poll_id, subject_type, subject_id, actor_id, array[actor_id], 1,
    case when not waits then now() end, case when not waits then id end, case when id % 900 = 0 then now() end,
    case when id % 900 = 0 then 'A fault' end
  from (
    select id, 'poll_created' as kind, group_id, discussion_id, id as poll_id, 'Poll' as subject_type,
      id as subject_id, author_id as actor_id, false as waits from polls
    union all select ${5 * n} + id, 'new_discussion', group_id, id, null, 'Discussion', id, author_id, false from discussions
    union all select ${7 * n} + c.id, 'new_comment', group_id, discussion_id, null, 'Comment', c.id, c.author_id, false
      from comments c join discussions d on d.id = c.discussion_id
    union all select ${10 * n} + id, 'outcome_created', group_id, null, poll_id, 'Outcome', id, author_id, false from outcomes
    union all select ${11 * n} + row_number() over (order by poll_id, user_id), 'stance_created', p.group_id,
      p.discussion_id, p.id, 'Stance', b.id, b.user_id, p.id = 2
      from ballots b join polls p on p.id = b.poll_id where p.id <= ${n}
    union all select ${40 * n} + row_number() over (), 'poll_edited', group_id, discussion_id, id, 'Poll', id, author_id, false
      from polls, generate_series(1, 9) edit where id <= ${n} and (id = 1 or edit = 1)
    union all select ${60 * n} + id, 'poll_reopened', group_id, discussion_id, id, 'Poll', id, author_id, false
      from polls where id <= ${n} or (id > ${2 * n} and id <= ${3 * n} and id % 2 = 0)) all_kinds;
  insert into event_changes (event_id, changes)
  select id, '[{"field": "details", "from": null, "to": null}]' from events where kind = 'poll_edited';
  insert into earlier_details (event_id, details, details_format)
  select id, 'As it was', 'md' from events where kind = 'poll_edited';
  insert into earlier_meanings (event_id, slot, meaning)
  select id, 1, 'As it was' from events where kind = 'poll_edited';
  update outcomes set withdrawn_at = now() where id % 2 = 0;`

const mailsOf = (n: number) => `
  insert into mail_bodies (hash, subject, text_body, html_body)
  select ${hash('k')}, 'A mail', 'Its text', 'Its page' from generate_series(1, ${n}) k;
  insert into sign_ins (id, address, browser_hash, asked_at, dispatched_at, user_id, link_hash, code_hash, code_salt,
    origin, expires_at) overriding system value
  select k, 'person' || k || '@grown.example', ${hash('k')}, now() - interval '1 second' * k,
    case when k % 100 <> 0 then now() end, k, ${hash('k')}, 'a code', 'salt', 'mail', now() + interval '1 minute' * k
  from generate_series(1, ${n}) k;
  insert into sign_ins (id, address, purpose, asked_at, dispatched_at, user_id, origin, expires_at)
  overriding system value
  select ${n} + k, 'person' || k || '@grown.example', 'trial', now() - interval '1 second' * k, now(), k, 'mail', now()
  from generate_series(1, ${n}, 10) k;
  insert into identities (id, issuer, subject, user_id, signed_in_at) overriding system value
  select k, 'https://login.example', 'person' || k, k, now() from generate_series(1, ${n}) k;
  insert into provider_attempts (browser_hash, provider, next, started_at)
  select ${hash('k')}, 'acme', '/', now() - interval '1 minute' * k from generate_series(1, ${n}) k;
  insert into mails (id, event_id, user_id, group_id, discussion_id, poll_id, kind, body_hash, status, discreet, due_at)
  overriding system value
  select k, k, k, 1, discussion_id, k, 'vote_invitation', ${hash('k')}, case when k % 100 = 0 then 'waiting' else 'sent' end,
    k % 100 = 7, now() from generate_series(1, ${n}) k join polls p on p.id = k
  union all select ${n} + k, ${5 * n} + k, k, k, k, null, 'thread_invitation', ${hash('k')}, 'sent', false, now()
    from generate_series(1, ${n}) k
  union all select ${2 * n} + k, ${7 * n} + k, k, 1, 1, null, 'mention', ${hash('k')}, 'sent', false, now()
    from generate_series(1, ${n}) k
  union all select ${3 * n} + k, ${10 * n} + k, k, 1, null, ${2 * n} + k, 'outcome', ${hash('k')}, 'sent', false, now()
    from generate_series(1, ${n}) k
  union all select ${4 * n} + k, ${2 * n} + k, k, 1, null, ${2 * n} + k, 'meeting_cancelled', ${hash('k')}, 'failed', false, now()
    from generate_series(1, 9) k
  union all select ${4 * n} + 10 + k, ${3 * n} + k, k, 1, null, null, 'group_invitation', ${hash('k')}, 'sent', false, now()
    from generate_series(1, ${n}) k;
  insert into mails (id, event_id, user_id, group_id, poll_id, kind, body_hash, status, discreet) overriding system value
  select ${5 * n + 20} + k, ${3 * n} + k, k + 1, 1, ${3 * n} + k, 'closing_soon', ${hash('k')}, 'sent', true
    from generate_series(1, 9) k;
  insert into mails (id, sign_in_id, user_id, kind, body_hash, status) overriding system value
  select ${6 * n} + k, k, k, 'sign_in', ${hash('k')}, 'sent' from generate_series(1, ${n - 1}) k;
  update mails set status = 'failed', last_error = 'No such mailbox' where kind = 'group_invitation' and user_id % 10 = 1;
  update mails set attempts = 5, last_error = 'Try later', due_at = now() + interval '1 day'
    where status = 'waiting' and user_id = ${n};
  insert into mutes (user_id, group_id) select k, 1 from generate_series(1, ${n}, 2) k;`

const webhooksOf = (n: number) => `
  insert into webhooks (id, group_id, author_id, url, format) overriding system value
  select k, k, k, 'https://hear.example/' || k, 'json' from generate_series(1, ${n}) k;
  update webhooks set disabled_at = now(), disabled_reason = 'gone' where id = 5;
  insert into webhook_secrets (id, webhook_id, secret, expires_at) overriding system value
  select k, k, 'whsec_' || k, case when k % 3 = 0 then now() end from generate_series(1, ${n}) k;
  insert into webhook_deliveries (id, webhook_id, event_id, kind, body, status, created_at) overriding system value
  select k, 1, k, 'poll_created', '{}', case when k % 100 = 0 then 'waiting' else 'sent' end, now() - interval '1 hour' * k
    from generate_series(1, ${n}) k
  union all select ${n} + k, k, ${7 * n} + k, 'new_comment', '{}', 'sent', now() from generate_series(1, ${n}) k;`

const restOf = (n: number) => `
  insert into personal_links (hash, purpose, user_id, group_id, discussion_id, poll_id, discreet)
  select ${hash('k')}, 'ballot', k, 1, null, k, k % 100 = 7 from generate_series(1, ${n}) k
  union all select ${hash(`${n} + k`)}, 'thread', k, 1, k, null, false from generate_series(1, ${n}) k
  union all select ${hash(`${2 * n} + k`)}, 'invitation', k, 1, null, null, false from generate_series(1, ${n}) k
  union all select ${hash(`${3 * n} + k`)}, 'unsubscribe', k, 1, null, null, false from generate_series(1, ${n}) k;
  insert into personal_links (hash, purpose, user_id, group_id, poll_id, discreet)
  select ${hash(`${4 * n} + k`)}, 'ballot', k, 1, ${3 * n} + k, true from generate_series(1, 9) k;
  insert into personal_links (hash, purpose, user_id, group_id) values (sha256('stranger'), 'invitation', ${2 * n + 1}, 1);
  insert into spent_votes (poll_id, group_id, address_hash)
  select id, group_id, spent_hash(id, 'x') from polls where id = 1 or group_id > 1;
  insert into former_names (user_id, said, address)
  select k, 'was' || k || '@mill.example', true from generate_series(1, ${n}) k
  union all select ${n}, email, true from users where id = ${2 * n + 1};
  insert into refused_ballots (poll_id, user_id, holder_id)
  select id, id % ${n} + 1, case when id % 2 = 0 then id % ${n} + 2 else 0 end from polls where id = 1 or group_id > 1
  union all select 1, 5, 2;
  insert into removed_addresses (group_id, address_hash)
  select k, removed_hash(k, 'x') from generate_series(1, ${n}) k;
  insert into service_settings (open_groups) values (true);
  insert into instance_admins (user_id) select k from generate_series(1, 9) k;
  insert into service_events (what, actor_id, group_id, group_name)
  select 'group_made', k, k, 'Group ' || k from generate_series(1, ${n}) k;
  update groups set deleted_at = now() - interval '31 days' where id = 7;
  update groups set suspended_at = now() where id = 9;
  insert into join_links (id, group_id, hash, made_by, asks) overriding system value
  select k, k, ${hash('k')}, k, k % 2 = 0 from generate_series(1, ${n}) k;
  insert into join_requests (id, group_id, link_id, user_id, state, name, asked_at) overriding system value
  select k, k, k, k, case when k % 100 = 0 then 'unconfirmed' else 'waiting' end, case when k % 100 = 0 then 'Name' end,
    now() - interval '1 minute' * k from generate_series(1, ${n}) k;
  insert into sessions (id, hash, user_id, expires_at) overriding system value
  select k, ${hash('k')}, k, now() + interval '1 minute' * (k - 9) from generate_series(1, ${n}) k;
  insert into known_browsers (hash, user_id, signed_in_at)
  select ${hash('k')}, k, now() - interval '1 day' * (k % 60) from generate_series(1, ${n}) k;
  insert into passkey_handles (user_id, handle) select k, ${hash('k')} from generate_series(1, ${n}) k;
  insert into passkeys (id, user_id, credential_id, public_key, counter, transports, name, backed_up)
  overriding system value
  select k, k, ${hash('k')}, 'a key', 0, '{internal}', 'Phone', true from generate_series(1, ${n}) k;
  insert into passkey_challenges (challenge_hash, browser_hash, user_id, session_id, expires_at)
  select ${hash('k')}, ${hash('k')}, k, k, now() + interval '1 minute' * (k - 9) from generate_series(1, ${n}) k;
  insert into push_subscriptions (id, session_id, user_id, endpoint, endpoint_hash, browser_key, auth, service_key)
  overriding system value
  select k, k, k, 'https://push.example/' || k, ${hash('k')}, ${hash('k')} || ${hash('k')} || '\\x00'::bytea,
    substring(${hash('k')} for 16), 'a key' from generate_series(1, ${n - 1}) k;
  insert into pushes (id, event_id, subscription_id, kind, only_undecided, discreet, due_at) overriding system value
  select k, k, k, 'vote_invitation', false, false, now() + interval '1 minute' * (k - 9) from generate_series(1, ${n - 1}) k;
  insert into push_silences (user_id, kind) select k, 'mention' from generate_series(1, ${n}) k;
  insert into feeds (id, hash, user_id, group_id) overriding system value
  select k, ${hash('k')}, k, null from generate_series(1, ${n}) k
  union all select ${n} + k, ${hash(`${n} + k`)}, k, 1 from generate_series(1, ${n}) k;
  insert into attempts (hash, ends_at) select ${hash('k')}, now() + interval '1 minute' * (k - 9) from generate_series(1, ${n}) k;
  insert into idempotent_answers (api_key_id, key, route, body_hash, answer, created_at)
  select k, 'once', 'POST /polls', ${hash('k')}, '{}', now() - interval '1 minute' * k from generate_series(1, ${n}) k;
  insert into personal_answers (personal_key_id, key, route, body_hash, answer, created_at)
  select k, 'once', 'POST /polls', ${hash('k')}, '{}', now() - interval '1 minute' * k from generate_series(1, ${n}) k;
  insert into form_drafts (user_id, place, fields, saved_at)
  select k, 'poll in group 1', '{"title":"A"}', now() - interval '1 day' * (k % 60) from generate_series(1, ${n}) k
  union all select k, 'again ' || k, '{}', now() - interval '1 minute' * (k % 120) from generate_series(1, ${n}) k;
  insert into signing_keys (public_key, retired_at)
  select encode(${hash('k')}, 'hex'), now() from generate_series(1, 9) k;
  insert into sent_forms (id, answer, created_at)
  select ${hash('k')}, 'answer', now() - interval '1 minute' * k from generate_series(1, ${n}) k;
  insert into tags (id, group_id, name, folded, uses) overriding system value
  select k, k, 'Tag ' || k, 'tag ' || k, k % 2 from generate_series(1, ${n}) k
  union all select ${n} + k, 1, 'Tag ' || ${n} + k, 'tag ' || ${n} + k, k % 2 from generate_series(1, ${n}) k;`

/** Sequences continue above the inserted numbers. */
const SEQUENCES = `
  do $$ declare of record; begin
    for of in select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce((select max(%I) from %I), 1))',
        of.relname, of.attname, of.attname, of.relname);
    end loop;
    perform setval('feed_numbers', (select max(feed_number) from events));
  end $$`
