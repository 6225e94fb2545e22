import type { Page } from 'playwright-core'
import { POLL_TYPE_NAMES } from '../../src/polls/types/index.ts'
import { PAGES } from '../../src/web/pages.ts'
import type { Town } from './town.ts'

/** A page in one of its states: the reader, the URL, and the reader's actions. */
export type Stop = {
  name: string
  who: 'ada' | 'ben' | 'nobody'
  path: string
  act?: (page: Page) => Promise<void>
}

const LANE = '/g/mill-lane'
const NEW_POLL = '/new-poll?group=mill-lane'

const press = (label: string) => (page: Page) =>
  page.getByRole('button', { name: label, exact: true }).click()

const fill =
  (fields: Record<string, string>, label: string) =>
  async (page: Page): Promise<void> => {
    for (const [name, text] of Object.entries(fields))
      await page.locator(`[name="${name}"]`).first().fill(text)
    await press(label)(page)
  }

/** Every page, in every state that changes its content. */
export function tourOf(town: Town): Stop[] {
  const stops = [
    ...doors(town),
    ...groupPages(town),
    ...talk(town),
    ...polls(town),
    ...newPolls(town),
    ...tools(town),
  ]
  return [...stops, ...pagesBeside(stops, town)]
}

/** Pages without a stop, as they load. Those for programs are files. */
function pagesBeside(stops: Stop[], { at }: Town): Stop[] {
  const isVisited = (path: string) => {
    const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`)
    return stops.some((stop) => pattern.test(stop.path))
  }
  return PAGES.filter(({ path, show }) => show !== null && !path.includes('.') && !isVisited(path)).map(
    ({ path, who }) => ({
      name: `page${path.replaceAll('/', '-').replaceAll(':', '')}`,
      who: who === 'anyone' ? 'nobody' : 'ada',
      path: addressIn(path, at),
    }),
  )
}

function addressIn(path: string, at: Town['at']): string {
  const address = path
    .replace('/g/:handle', LANE)
    .replace('/d/:key', at['thread'] ?? '')
    .replace('/p/:key', at['ballot poll'] ?? '')
  if (address.includes(':')) throw new Error(`No stop of the tour is at ${path}.`)
  return address
}

/** Pages for visitors who are not signed in. */
function doors({ at }: Town): Stop[] {
  const nobody = (name: string, path = '', act?: Stop['act']): Stop => ({
    name,
    who: 'nobody',
    path,
    ...(act && { act }),
  })
  return [
    nobody('welcome', '/'),
    nobody('sign-in', '/sign-in'),
    nobody('sign-in-fault', '/sign-in', fill({ address: 'ada' }, 'Continue')),
    nobody('sign-in-code', '/sign-in', fill({ address: 'a@b.example' }, 'Continue')),
    nobody('sign-in-link', at['sign-in link']),
    nobody('sign-in-with', '/sign-in/with/none'),
    nobody('sign-in-link-over', '/sign-in/link?k=over'),
    nobody('setup', at['setup']),
    nobody('setup-fault', at['setup'], press('Create group and sign in')),
    nobody('help', '/help'),
    nobody('help-voting', '/help/voting'),
    nobody('help-facilitating', '/help/facilitating'),
    nobody('help-mcp', '/help/mcp'),
    nobody('help-moving', '/help/moving'),
    nobody('help-api-changes', '/help/api/changes'),
    nobody('help-error', '/help/errors/poll_closed'),
    nobody('not-found', '/nowhere'),
    nobody('invitation', at['invitation']),
    nobody('unsubscribe', at['unsubscribe']),
    nobody('unsubscribed', at['unsubscribe'], press('Stop these emails')),
    nobody('unsubscribe-unknown', '/unsubscribe?k=x'),
    nobody('public-group', '/g/open-lane'),
    nobody('public-thread', at['public thread']),
    nobody('public-poll', at['public poll']),
    nobody('public-totals', `${at['public poll']}/embed`),
    nobody('open-vote', at['open vote']),
    nobody('open-vote-fault', at['open vote'], press('Cast vote')),
    nobody('open-vote-sheet', at['open vote']?.replace('/vote', '/vote/sheet')),
    nobody('open-vote-history', at['open vote']?.replace('/vote', '/vote/history')),
    nobody('poll-by-link', at['link']),
    nobody('poll-put-away', at['link'], press('I am not Ben Ash')),
  ]
}

/** Home, account, and the pages of a group. */
function groupPages({ at }: Town): Stop[] {
  const admin = (name: string, path = '', act?: Stop['act']): Stop => ({
    name,
    who: 'ada',
    path,
    ...(act && { act }),
  })
  return [
    admin('home', '/'),
    admin('account', '/account'),
    admin('account-name', '/account/name'),
    admin('account-passkeys', '/account/passkeys'),
    admin('account-keys', '/account/keys'),
    admin('account-key-made', '/account/keys', fill({ name: 'Notebook' }, 'Create key')),
    admin('account-key', at['own key']),
    admin('account-calendar', '/account', press('Create a calendar address')),
    admin('status', '/status'),
    admin('service-groups', '/service/groups'),
    admin('service-group', '/service/groups/1'),
    admin('service-people', '/service/people'),
    admin('service-person-erase', '/service/people/1/erase'),
    admin('service-history', '/service/history'),
    admin('service-settings', '/service/settings'),
    admin('new-group', '/new-group'),
    admin('group', at['demo']),
    admin('group-feed', `${at['demo']}/feed`),
    admin('group-feed-made', `${LANE}/feed`, press('Create an address')),
    admin('group-threads', `${at['demo']}/threads`),
    admin('group-polls', `${at['demo']}/polls`),
    admin('group-decisions', `${at['demo']}/decisions`),
    admin('group-decisions-own', `${LANE}/decisions`),
    admin('members', `${at['demo']}/members`),
    admin('members-invited', `${LANE}/members?list=invited`),
    admin('members-links', `${LANE}/members?list=invited`, press('Copy all links')),
    admin('members-removed', `${LANE}/members?list=removed`),
    admin('member', at['member']),
    admin('member-invited', at['invited member']),
    admin('member-removed', at['removed member']),
    admin('invite', `${LANE}/invite`),
    admin('invite-fault', `${LANE}/invite`, press('Preview invitations')),
    admin(
      'invite-plan',
      `${LANE}/invite`,
      fill({ emails: 'Fay <fay@mill.example>, ben@mill.example, not one' }, 'Preview invitations'),
    ),
    admin('public-new-thread', '/g/open-lane/new-thread'),
    admin('public-own-thread', at['public thread']),
    admin('public-own-poll', at['public poll']),
    admin('join-links', `${LANE}/links`),
    admin('join-links-fault', `${LANE}/links`, fill({ most: '0' }, 'Create link')),
    admin('join-link-made', `${LANE}/links`, press('Create link')),
    admin('join-requests', `${LANE}/requests`),
    admin('join-request-decline', at['request']),
    admin('keys', `${LANE}/keys`),
    admin('keys-fault', `${LANE}/keys`, press('Create key')),
    admin('key', at['key']),
    admin('key-end-fault', at['key'], fill({ expires: '2001-01-01' }, 'Save')),
    admin('key-made', `${LANE}/keys`, fill({ name: 'Bell' }, 'Create key')),
    admin('webhooks', `${LANE}/webhooks`),
    admin('webhooks-fault', `${LANE}/webhooks`, press('Create webhook')),
    admin('webhook', at['webhook']),
    admin('webhook-made', `${LANE}/webhooks`, fill({ url: 'https://chat.example/hook' }, 'Create webhook')),
    admin('webhook-delivery', at['delivery']),
    admin('outbox', `${LANE}/outbox`),
    admin('history', `${LANE}/history`),
    admin('outbox-mail', at['mail']),
    admin('outbox-mail-link', at['mail'], press('Copy the link')),
    admin('leave-only-admin', `${LANE}/leave`),
    { name: 'leave-group', who: 'ben', path: `${LANE}/leave` },
    { name: 'leave-group-fault', who: 'ben', path: `${LANE}/leave`, act: press('Leave this group') },
    admin('settings', `${LANE}/settings`),
    admin('settings-fault', `${LANE}/settings`, fill({ name: '' }, 'Save')),
    { name: 'account-feeds', who: 'ben', path: '/account', act: (page) => makeCalendar(page) },
    { name: 'forbidden', who: 'ben', path: `${LANE}/keys` },
    { name: 'help-api', who: 'ada', path: '/help/api' },
  ]
}

async function makeCalendar(page: Page): Promise<void> {
  await press('Create a calendar address')(page)
  await page.getByRole('main').getByRole('link', { name: 'Your account' }).click()
}

async function previewComment(page: Page): Promise<void> {
  await page.locator('#body').fill('We could hang **two** of them\n\n* on the wall\n* from the beam')
  await page.getByRole('button', { name: 'Preview' }).last().click()
}

function talk({ at }: Town): Stop[] {
  const admin = (name: string, path = '', act?: Stop['act']): Stop => ({
    name,
    who: 'ada',
    path,
    ...(act && { act }),
  })
  const { thread = '', comment = '' } = at
  return [
    admin('thread', at['demo thread']),
    admin('thread-answers', thread),
    admin('thread-closed', at['closed thread']),
    admin('thread-edit', `${thread}/edit`),
    admin('thread-history', `${thread}/history`),
    admin('thread-people', `${thread}/people`),
    admin('thread-guest-removal', at['guest']),
    admin('comment-preview', thread, (page) => previewComment(page)),
    admin('comment', comment),
    admin('comment-edit', `${comment}/edit`),
    admin('comment-delete', `${comment}/delete`),
    admin('comment-history', `${comment}/history`),
    admin('new-thread', `${LANE}/new-thread`),
    // What the next stop previews is a draft of this form in later walks.
    admin('new-thread-fault', `${LANE}/new-thread`, fill({ title: '' }, 'Start thread')),
    admin('new-thread-preview', `${LANE}/new-thread`, fill({ title: 'The hedge' }, 'Preview')),
  ]
}

/** Polls with their ballots, voted, and counted. */
function polls({ at }: Town): Stop[] {
  const states = Object.keys(at).filter((name) => /^(ballot|closed) (?!thread)/.test(name))
  return [
    ...[...states, 'voted', 'anonymous', 'draft'].map(
      (name): Stop => ({ name: `poll-${name.replace(' ', '-')}`, who: 'ada', path: at[name] ?? '' }),
    ),
    {
      name: 'poll-ballot-fault',
      who: 'ada',
      path: at['ballot dot_vote'] ?? '',
      act: (page) => fill({ s1: '99' }, 'Cast vote')(page),
    },
  ]
}

function newPolls({ at }: Town): Stop[] {
  return [
    { name: 'new-poll', who: 'ada', path: NEW_POLL },
    {
      name: 'new-poll-again',
      who: 'ada',
      path: `${NEW_POLL}&again=${at['closed proposal']?.slice('/p/'.length)}`,
    },
    ...POLL_TYPE_NAMES.map(
      (type): Stop => ({ name: `new-poll-${type}`, who: 'ada', path: `${NEW_POLL}&type=${type}` }),
    ),
    {
      name: 'new-poll-fault',
      who: 'ada',
      path: `${NEW_POLL}&type=poll`,
      act: press('Preview'),
    },
    {
      name: 'new-poll-preview',
      who: 'ada',
      path: `${NEW_POLL}&type=proposal`,
      act: fill({ title: 'A second bike shed' }, 'Preview'),
    },
  ]
}

/** Pages for people who manage a poll. */
function tools({ at }: Town): Stop[] {
  const open = ['voters', 'remind', 'invite', 'options', 'edit', 'close', 'share', 'open-links']
  const stop = (name: string, path: string): Stop => ({ name: `tool-${name}`, who: 'ada', path })
  return [
    ...open.map((tool) => stop(tool, `${at['ballot poll']}/${tool}`)),
    { ...stop('open-link-made', `${at['ballot poll']}/open-links`), act: press('Create link') },
    stop('open-votes', `${at['ballot poll']}?open`),
    stop('outcome', `${at['closed ranked_choice']}/outcome`),
    {
      ...stop('outcome-fault', `${at['closed ranked_choice']}/outcome`),
      act: fill({ statement: ' ', review_on: '2001-01-01' }, 'Publish'),
    },
    stop('outcome-edit', `${at['closed proposal']}/outcome`),
    stop('reopen', `${at['closed ranked_choice']}/reopen`),
    stop('open', `${at['draft']}/open`),
    stop('audit', `${at['closed proposal']}/audit`),
  ]
}
