import { change, SYSTEM } from '../../src/db/db.ts'
import { makeDemo } from '../../src/demo/make-demo.ts'
import { addComment } from '../../src/discussions/comments/add-comment.ts'
import { editComment } from '../../src/discussions/comments/edit-comment.ts'
import { editDiscussion } from '../../src/discussions/edit-discussion.ts'
import { createGroup } from '../../src/groups/create-group.ts'
import { mintSetupLink } from '../../src/groups/mint-setup-link.ts'
import { setupAddress } from '../../src/groups/setup.ts'
import { dispatchEvents } from '../../src/jobs/dispatch-events.ts'
import { issueKey } from '../../src/keys/issue-key.ts'
import { issuePersonalKey } from '../../src/keys/issue-personal-key.ts'
import { setMembers } from '../../src/members/set-members.ts'
import { castBallot } from '../../src/polls/ballots/cast-ballot.ts'
import { closePoll } from '../../src/polls/close-poll.ts'
import { castOpenBallot } from '../../src/polls/open/cast-open-ballot.ts'
import { makeOpenLink } from '../../src/polls/open/make-open-link.ts'
import { publishOutcome } from '../../src/polls/outcomes/publish-outcome.ts'
import { findPoll, pollOptions } from '../../src/polls/polls-store.ts'
import { mintSignInLink } from '../../src/users/sign-in/mint-sign-in.ts'
import { signInAddress } from '../../src/users/sign-in/sign-in.ts'
import { sendTest } from '../../src/webhooks/send-test.ts'
import { listenOn, openSite, type Site } from '../browser.ts'
import { answering, makeWebhook, openMessenger, startReceiver } from '../receiver.ts'
import { MAIL_CONFIG, makePoll, makeThread, rewordPoll } from '../tell.ts'
import { keyOf, tokenFor } from '../web.ts'
import { addMembers, CAST, createWorld, type World } from '../world.ts'

/** A service with a demo group, and a group with data for every part of every page. */
export type Town = {
  site: Site
  ada: number
  ben: number
  /** The last part of the URL of named pages. */
  at: Record<string, string>
}

const DEMO = '/g/elm-street'

export async function openTown(): Promise<Town> {
  const world = await createWorld()
  const [ben = 0, cleo = 0] = await addMembers(world)
  const ada = world.ada.id
  const pool = world.db.pool
  await pool.query("update users set name = 'Ada Vale', time_zone = 'Europe/Berlin' where id = $1", [ada])
  await pool.query("update users set name = 'Ben Ash', time_zone = 'Europe/London' where id = $1", [ben])
  await pool.query('update memberships set accepted_at = now() where user_id = $1', [ben])
  const site = await openSite(world)
  await makeDemo(world.db, ada)
  const polls = await pollsOf(world, ada)
  const talk = await threadsOf(world, ben)
  const admin = await adminOf(world)
  await dispatchEvents(world.db, MAIL_CONFIG.public_url)
  const open = await publicOf(world, ben)
  const mail = await pool.query<{ id: number }>('select min(id) as id from mails')
  const at = {
    ...polls,
    ...talk,
    ...admin,
    ...open,
    mail: `/g/mill-lane/outbox/${mail.rows[0]?.id}`,
    ...(await linksOf(world, { ben, cleo, poll: polls['link'] ?? '' })),
    setup: await setupOf(),
    request: await requestOf(world),
  }
  return { site, ada, ben, at }
}

/** The demo's polls by type, those with a vote, and one of each state. */
async function pollsOf(world: World, ada: number): Promise<Record<string, string>> {
  const { rows } = await world.db.pool.query<{ id: number; key: string; poll_type: string; closed: boolean }>(
    'select id, key, poll_type, closed_at is not null as closed from polls order by id',
  )
  const found = Object.fromEntries(
    rows.map(({ key, poll_type, closed }) => [`${closed ? 'closed' : 'ballot'} ${poll_type}`, `/p/${key}`]),
  )
  const page = async (id: number) => `/p/${await keyOf(world, 'polls', id)}`
  const all = { audience: 'group' as const }
  const proposal = await makePoll(world, {
    options: ['agree', 'abstain', 'disagree', 'block'],
    recipients: all,
  })
  const voted = await makePoll(world, { options: ['agree', 'disagree'] })
  const choices = { agree: 1 }
  await castBallot(world.db, {
    poll_id: voted,
    user_id: ada,
    choices,
    reason: { text: 'Yes.', format: 'md' },
  })
  const ranked = { poll_type: 'ranked_choice' as const, title: 'Where to go on the outing' }
  const anonymous = {
    poll_type: 'poll' as const,
    anonymous: true,
    title: 'A chair for the board',
    hide_results: 'until_closed' as const,
  }
  const lunch = await makePoll(world, {
    settings: { ...several, open_link: true },
    options: ['Bread', 'Soup'],
  })
  await rewordPoll(world, lunch, { user_id: world.ada.id, details: 'Choose **up to** two.' })
  return {
    ...found,
    'ballot proposal': await page(proposal),
    'ballot poll': await page(lunch),
    'open vote': await openVote(world, lunch),
    'ballot ranked_choice': await page(
      await makePoll(world, { settings: ranked, options: ['Sea', 'Hills', 'Town'] }),
    ),
    link: await page(await makePoll(world, { options: ['agree', 'disagree'] })),
    voted: await page(voted),
    anonymous: await page(await makePoll(world, { settings: anonymous, options: ['Dai', 'Esi'] })),
    draft: await page(await makePoll(world, { settings: { closing_at: null }, options: ['agree', 'block'] })),
  }
}

const several = {
  poll_type: 'poll' as const,
  title: 'What to cook for the feast',
  minimum_stance_choices: 1,
  maximum_stance_choices: 2,
}

/** A demo thread with comments; one of the other group with replies and a comment by Ada. */
async function threadsOf(world: World, ben: number): Promise<Record<string, string>> {
  const { rows } = await world.db.pool.query<{ key: string }>(
    'select key from discussions order by id limit 1',
  )
  const recipients = { audience: 'group' as const, emails: ['fay@far.example'] }
  const id = await makeThread(world, recipients, 'Bikes in the hallway')
  const say = (user_id: number, body: string, parent_id: number | null = null) =>
    change(world.db, { kind: 'person', user_id }, (act) =>
      addComment(act, { discussion_id: id, parent_id, body, mentioned_ids: [] }),
    )
  const first = await say(ben, 'They fall over at *night*.\n\n> Twice this week.')
  const own = await say(world.ada.id, 'Then let us count them first.', first.id)
  const reader = { user_id: world.ada.id, member: true, accepted: true, admin: true }
  await change(world.db, { kind: 'person', user_id: world.ada.id }, async (act) => {
    const description = 'There are *far too many* bikes.'
    await editComment(act, { id: own.id, discussion_id: id, body: 'Then let us **count** them.', reader })
    await editDiscussion(act, { id, title: 'Bikes in the hallway', description, reader })
  })
  await decideIn(world, id)
  const thread = `/d/${await keyOf(world, 'discussions', id)}`
  const guests = await world.db.pool.query<{ id: number }>('select user_id as id from thread_guests')
  const closed = await makeThread(world, {}, 'Done and dusted')
  await world.db.pool.query('update discussions set closed_at = now() where id = $1', [closed])
  return {
    'demo thread': `/d/${rows[0]?.key}`,
    thread,
    comment: `${thread}/comments/${own.id}`,
    guest: `${thread}/people/${guests.rows[0]?.id}/remove`,
    'closed thread': `/d/${await keyOf(world, 'discussions', closed)}`,
  }
}

/** A poll of the thread, with votes, closed, and with its outcome. */
async function decideIn(world: World, discussion_id: number): Promise<void> {
  const settings = { poll_type: 'poll' as const, title: 'Where the bikes go' }
  const poll_id = await makePoll(world, { discussion_id, settings, options: ['The cellar', 'The yard'] })
  await castBallot(world.db, { poll_id, user_id: world.ada.id, choices: { 'The yard': 1 }, reason: null })
  const statement = 'They go to the **yard** until the shed is built.'
  await change(world.db, { kind: 'person', user_id: world.ada.id }, async (act) => {
    await closePoll(act, poll_id)
    const poll_option_id = (await pollOptions(act.tx, poll_id))[1]?.id ?? null
    await publishOutcome(act, { poll_id, statement, poll_option_id, review_on: '2098-03-01' })
  })
}

/** A public group with a public thread, in which there are a comment with a reply, and a decision. */
async function publicOf(world: World, ben: number): Promise<Record<string, string>> {
  const { db, ada } = world
  const settings = { name: 'Open Lane', handle: 'open-lane', admin_email: ada.email, parent_handle: null }
  const { group } = await change(db, SYSTEM, (act) => createGroup(act, settings))
  await db.pool.query("update groups set public = true, description = 'All *welcome*.' where id = $1", [
    group.id,
  ])
  const lane = { ...world, group }
  const id = await makeThread(lane, {}, 'Trees for the lane')
  await db.pool.query('update discussions set private = false where id = $1', [id])
  const say = (user_id: number, body: string, parent_id: number | null = null) =>
    change(db, { kind: 'person', user_id }, (act) =>
      addComment(act, { discussion_id: id, parent_id, body, mentioned_ids: [] }),
    )
  await say(ada.id, 'Yes.', (await say(ben, 'Limes, please.')).id)
  await decideIn(lane, id)
  const { rows } = await db.pool.query<{ key: string }>('select key from polls order by id desc limit 1')
  const poll = `/p/${rows[0]?.key}`
  return { 'public thread': `/d/${await keyOf(world, 'discussions', id)}`, 'public poll': poll }
}

/** The page that declines a request to join. */
async function requestOf({ db, group, ada }: World): Promise<string> {
  const { rows } = await db.pool.query<{ id: number }>(
    `with person as (
       insert into users (name, email) values ('Olu Reed', 'olu@far.example') returning id
     ), link as (
       insert into join_links (group_id, hash, made_by, asks) values ($1, 'a link', $2, true) returning id
     )
     insert into join_requests (group_id, link_id, user_id, state)
     select $1, link.id, person.id, 'waiting' from link, person returning id`,
    [group.id, ada.id],
  )
  return `/g/mill-lane/requests/${rows[0]?.id}/decline`
}

/** The page of a link by which anyone votes in this poll, and one such vote. */
async function openVote({ db, ada }: World, poll_id: number): Promise<string> {
  const poll = await findPoll(db.pool, poll_id)
  if (poll === null) throw new Error(`there is no poll ${poll_id}`)
  const options = await pollOptions(db.pool, poll_id)
  const { token } = await change(db, SYSTEM, (act) => makeOpenLink(act, { poll, most: 50, made_by: ada.id }))
  const voter = { token, browser: 'a browser', name: 'Nina Oak', email: 'nina@far.example' }
  await change(db, SYSTEM, (act) => castOpenBallot(act, { poll, options, ...voter, choices: { Bread: 1 } }))
  return `/vote?k=${token}`
}

/** Things that an admin manages: a key, an invited and a removed person. */
async function adminOf(world: World): Promise<Record<string, string>> {
  const { db, ada, group } = world
  await change(db, { kind: 'person', user_id: ada.id }, async (act) => {
    const key = {
      handle: 'mill-lane',
      name: 'Door bot',
      variant: 'a' as const,
      guard: true,
      expires_at: null,
    }
    await issueKey(act, { ...key, permissions: ['create_poll', 'read_memberships'] })
    await issuePersonalKey(act, ada.id, 'Notebook')
    const plain = { dry_run: false, guard: false, force: false }
    const emails = [ada.email, ...CAST.slice(0, 3)]
    await setMembers(act, { group_id: group.id, emails, remove_absent: true, ...plain })
  })
  const { rows } = await db.pool.query<{ what: string; id: number }>(
    `select case when revoked_at is not null then 'removed member' when accepted_at is null then 'invited member'
       else 'member' end as what, user_id as id
     from memberships where group_id = $1 and user_id <> $2`,
    [group.id, ada.id],
  )
  const people = rows.map(({ what, id }) => [what, `/g/mill-lane/members/${id}`])
  const keys = await db.pool.query<{ id: number }>('select id from api_keys')
  await db.pool.query(
    `insert into key_uses select k.id, current_date - day, 40 + day * day, day % 4 from api_keys k, generate_series(0, 9) day`,
  )
  await db.pool.query("update api_keys set last_used_on = current_date, expires_at = '2098-03-31T22:00:00Z'")
  const key = `/g/mill-lane/keys/${keys.rows[0]?.id}`
  const own = await db.pool.query<{ id: number }>('select id from personal_keys')
  const own_key = `/account/keys/${own.rows[0]?.id}`
  return { ...Object.fromEntries(people), ...(await hookOf(world)), key, 'own key': own_key, demo: DEMO }
}

/** A webhook that accepted a test, and refuses events. */
async function hookOf(world: World): Promise<Record<string, string>> {
  const receiver = await startReceiver()
  const { messenger, deliver } = openMessenger(world)
  const { id } = await makeWebhook(world, { url: receiver.url })
  const wish = { actor: SYSTEM, own: { group_id: null, id }, public_url: MAIL_CONFIG.public_url }
  await sendTest(messenger, wish)
  receiver.answer = answering(503, {}, '<h1>Out of order</h1>')
  await makeThread(world, {}, 'Heard by a webhook')
  await deliver()
  const { rows } = await world.db.pool.query<{ id: number }>('select max(id) as id from webhook_deliveries')
  const webhook = `/g/mill-lane/webhooks/${id}`
  return { webhook, delivery: `${webhook}/deliveries/${rows[0]?.id}` }
}

type Linked = { ben: number; cleo: number; poll: string }

async function linksOf(world: World, { ben, cleo, poll }: Linked): Promise<Record<string, string>> {
  const { rows } = await world.db.pool.query<{ id: number }>('select id from polls where key = $1', [
    poll.slice('/p/'.length),
  ])
  const ballot = await tokenFor(world, 'ballot', { user_id: ben, poll_id: rows[0]?.id ?? 0 })
  const sign_in = await change(world.db, SYSTEM, ({ tx }) =>
    mintSignInLink(tx, { user_id: ben }, 'command_line'),
  )
  return {
    link: `${poll}?k=${ballot}`,
    invitation: `/g/mill-lane?k=${await tokenFor(world, 'invitation', { user_id: cleo })}`,
    unsubscribe: `/unsubscribe?k=${await tokenFor(world, 'unsubscribe', { user_id: cleo })}`,
    'sign-in link': signInAddress('', sign_in),
  }
}

/** The URL of the first page of an empty service. */
async function setupOf(): Promise<string> {
  const empty = await createWorld()
  await empty.db.pool.query('truncate groups, users, mails, events restart identity cascade')
  const url = await listenOn(empty)
  return setupAddress(url, (await change(empty.db, SYSTEM, mintSetupLink)) ?? '')
}
