import { randomBytes } from 'node:crypto'
import { type Given, hashOf, keyOf } from './values.ts'

const fresh = () => randomBytes(32)
const freshKey = () => `n${randomBytes(4).toString('hex').slice(0, 7)}`
const newcomer = () => `new${randomBytes(4).toString('hex')}@grown.example`
const text = (value: unknown) => JSON.stringify(value)
const nothing = () => null
/** As grow.ts has them. */
const PENDING = 3
const TOLD_LATER = 100
const WAITING_DELIVERY = 100

/** What has another meaning in single statements. */
export const SPECIAL: Record<string, Record<string, Given>> = {
  'acceptance.accept': { user_id: () => PENDING },
  'discussions.mark_seen': { user_id: ({ stranger }) => stranger },
  'electorate.issue_to_thread_guests': { user_ids: ({ stranger }) => [stranger] },
  'electorate.withdraw_from_thread_guest': { user_id: ({ user }) => user + 3 },
  'events.retry_set_aside': { ids: nothing },
  'events.set_aside': { claimed: () => true },
  'invites.spread': { user_ids: () => [TOLD_LATER] },
  'poll_pages.voted_in': { user_id: ({ user }) => user + 1 },
  'queue.old_forms': { hours: () => 1 },
  'queue.old_idempotent_answers': { hours: () => 1 },
  'queue.old_personal_answers': { hours: () => 1 },
  'sessions.delete_others': { kept_id: () => 0 },
  'urn.boxes': { poll_id: ({ urn }) => urn },
  'urn.drop_boxes': { poll_id: ({ urn }) => urn },
  'urn.drop_stepped': { poll_id: ({ urn }) => urn },
  'urn.take_clear': { poll_id: ({ urn }) => urn },
  'urn_keys.insert': { public_key: () => fresh().toString('hex') },
  'users.verify_address': { id: ({ user }) => user + 1 },
  'webhook_deliveries.claim_one': { id: () => WAITING_DELIVERY },
  'ballots.cast': {
    votes: ({ poll, user }) => text([{ poll_id: poll, user_id: user, scores: [0, 1, 0], reason: null }]),
  },
  'group_outbox.page': { status: nothing },
  'people.page': { which: () => 'joined' },
  'poll_lists.page': { state: () => 'open' },
  'discussion_pages.page': { after: nothing },
  'poll_pages.page': { after: nothing },
  'events.number': { ids: ({ vote_event }) => [vote_event] },
  'webhook_deliveries.claim': { except: () => [] },
  'electorate.give': { user_ids: ({ stranger }) => [stranger] },
  'outbox.forget_comments': { hash: ({ user }) => hashOf(user + 1) },
  'ballots.named_of_closed': { poll_id: ({ closed }) => closed },
  'ballots.sealed_whole': { poll_id: ({ sealed }) => sealed },
  'catalog.set_sequences': { names: () => ['feed_numbers'], values: () => [1_000_000] },
  'comments.insert': { sequence_id: () => 1_000_000, parent_id: nothing },
  'comments.named_readers': { usernames: ({ user }) => [`person${user}`] },
  'discussions.insert': { key: freshKey },
  'events.insert': {
    events: ({ group, poll }) =>
      text([{ kind: 'poll_closed', group_id: group, poll_id: poll, subject_type: 'Poll', subject_id: poll }]),
  },
  'feed.page': { after: ({ event }) => event - 1, left_out: () => [], discards: () => [] },
  'feeds.group_feed': { hash: ({ feed }) => hashOf(feed) },
  'feeds.put': { hash: fresh },
  'groups.insert': { key: freshKey, handle: () => freshKey(), parent_id: ({ group }) => group },
  'idempotency.find': { key: () => 'once' },
  'idempotency.insert': { key: () => 'twice' },
  'key_uses.add': { days: () => ['2026-01-01'] },
  'key_uses.delete_old': { days: () => 2 },
  'keys.insert': { bot_user_id: ({ stranger }) => stranger },
  'keys.insert_secret': { hash: fresh },
  'links.drop_discreet': { poll_id: ({ discreet }) => discreet },
  'links.drop_discreet_mails': { poll_id: ({ discreet }) => discreet },
  'links.insert': { hash: fresh, discussion_id: nothing },
  'memberships.insert_admin': { user_id: ({ stranger }) => stranger },
  'memberships.invite': { user_ids: ({ stranger }) => [stranger] },
  'outbox.ended': { status: () => 'failed' },
  'outbox.insert': { kinds: () => ['mention'], event_ids: ({ vote_event }) => [vote_event] },
  'outbox.insert_bodies': { hashes: () => [fresh()] },
  'outbox.page': { status: nothing },
  'outcomes.latest': { poll_id: ({ closed }) => closed },
  'personal_idempotency.find': { key: () => 'once' },
  'personal_idempotency.insert': { key: () => 'twice' },
  'personal_keys.insert': { hash: fresh },
  'poll_types.add': { names: () => ['planted'] },
  'polls.insert': { key: freshKey, urn_key: nothing, names: () => ['Yes'], to_members: () => true },
  'polls.show': { asks: ({ key, poll }) => text([{ hash: `\\x${hashOf(key).toString('hex')}`, id: poll }]) },
  'polls.stamps': { asks: ({ key, poll }) => text([{ hash: `\\x${hashOf(key).toString('hex')}`, id: poll }]) },
  'sent_forms.find': { id: ({ key }) => hashOf(key) },
  'sent_forms.insert': { id: fresh },
  'sent_forms.lock': { id: fresh },
  'sessions.insert': { hash: fresh },
  'sign_in_outbox.by_id': { id: ({ sign_in_mail }) => sign_in_mail },
  'sign_in_outbox.insert': { hash: fresh, sign_in_ids: ({ unmailed }) => [unmailed] },
  'sign_ins.drop_old': { hours: () => 0 },
  'sign_ins.insert': { browser_hash: fresh, next: () => '/' },
  'sign_ins.insert_minted': { link_hash: fresh },
  'thread_visits.by_key': {
    hash: ({ thread_link }) => hashOf(thread_link),
    key: ({ thread }) => keyOf('d', thread),
    user_id: nothing,
  },
  'threads.ref': { key: ({ thread }) => keyOf('d', thread) },
  'discussions.show_by_key': { key: ({ thread }) => keyOf('d', thread) },
  'urn.mark_sealed': { poll_id: ({ sealed }) => sealed },
  'urn.put_boxes': { tags: () => [fresh()] },
  'urn.seal': { hashes: fresh, nonces: fresh, choices: () => ['{1,0,0}'] },
  'users.insert_missing': { emails: () => [newcomer()] },
  'visits.arrivals': {
    came: ({ user, poll_link, poll }) =>
      text([
        {
          session: `\\x${hashOf(user).toString('hex')}`,
          link: `\\x${hashOf(poll_link).toString('hex')}`,
          key: keyOf('p', poll),
        },
      ]),
  },
  'visits.invitation': { hash: ({ invitation_link }) => hashOf(invitation_link) },
  'visits.subscription': { hash: ({ unsubscribe_link }) => hashOf(unsubscribe_link) },
  'voters.find': { asks: ({ poll, user }) => text([{ poll_id: poll, user_id: user }]) },
  'voters.page': { voted: nothing },
  'webhook_deliveries.settle': { status: () => 'sent' },
  'webhooks.insert_secret': { secret: () => `whsec_${freshKey()}` },
}
