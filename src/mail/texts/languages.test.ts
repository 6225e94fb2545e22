import { expect, test } from 'vitest'
import { makePoll, makeThread } from '../../../test/tell.ts'
import { addMembers, createWorld } from '../../../test/world.ts'
import { change, SYSTEM } from '../../db/db.ts'
import type { EventKind } from '../../events/kinds.ts'
import { MAIL_KINDS, type MailKind } from '../../events/mail-rule.ts'
import type { Language } from '../../locales/languages.ts'
import { type Notice, PLAIN } from '../../notifications/notice.ts'
import { castBallot } from '../../polls/ballots/cast-ballot.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { type LoadedPoll, loadPoll } from '../../polls/load-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import { PROGRAM } from '../../polls/results/results.ts'
import { addressMail } from './address-mail.ts'
import type { MailBody } from './content.ts'
import { languageOfMail } from './layout-html.ts'
import { type Reader, writeMail } from './mails.ts'
import { CODE } from './placeholders.ts'
import { signInMail } from './sign-in-mail.ts'

/** In the pseudo-language every catalogue text has accents: text without accents was not translated. */

const world = await createWorld()
const [ben = 0] = await addMembers(world)
const { pool } = world.db
await pool.query("update users set name = 'X1' where not bot")
await pool.query("update groups set name = 'G1'")
const TIMES = ['2098-05-04T18:00:00Z', '2098-05-05']

async function load(id: number): Promise<LoadedPoll> {
  const loaded = await loadPoll(pool, id, { viewer: PROGRAM })
  if (loaded === null) throw new Error('it was just made')
  return loaded
}

const discussion_id = await makeThread(world, {}, 'T1')
await pool.query("update discussions set description = '1.'")
const TEXT = { title: 'P1', details: '1.' }
const proposal = await makePoll(world, {
  discussion_id,
  settings: {
    ...TEXT,
    quorum_pct: 20,
    no_block: true,
    thresholds: [{ option: 'agree', percent: 66.67, of: 'cast', at: 'least' }],
  },
  options: ['agree', 'abstain', 'block'],
})
await castBallot(world.db, { poll_id: proposal, user_id: ben, choices: { agree: 1 }, reason: null })
const hidden = await makePoll(world, {
  settings: { ...TEXT, anonymous: true, hide_results: 'until_closed' },
})
const draft = await makePoll(world, { settings: { ...TEXT, closing_at: null } })
const meeting = await makePoll(world, { settings: { ...TEXT, poll_type: 'meeting' }, options: TIMES })
const open = { proposal: await load(proposal), hidden: await load(hidden), draft: await load(draft) }
for (const id of [proposal, meeting]) await change(world.db, SYSTEM, (act) => closePoll(act, id))
const closed = await load(proposal)
const place = (await load(meeting)).options[0]?.id ?? null
const outcome = { statement: '1.', poll_option_id: place, review_on: '2099-01-01' }
await change(world.db, SYSTEM, (act) => publishOutcome(act, { ...outcome, poll_id: meeting }))
const settled = await load(meeting)

const { in_group, event } = settled
const { thread } = open.proposal
if (thread === null) throw new Error('it is in a thread')
const author = settled.author
const told = (loaded: LoadedPoll) => ({
  about: 'poll' as const,
  in_group,
  loaded,
  head: null,
  edited: null,
  early: null,
  counted: null,
})
const of_thread = { about: 'thread' as const, in_group, thread, actor: null, named: [] }
const group = { about: 'group' as const, in_group, actor: null }
const comment = {
  about: 'comment' as const,
  in_group,
  thread,
  comment: { body: '1.', author, mentioned: [] } as never,
}
const gone = { about: 'gone poll' as const, in_group, poll: settled.poll }
const withdrawal = { poll: { ...settled.poll, gone: true }, sequence: 1, withdrawn: settled.now }
const news = {
  reopened_at: settled.now,
  reopened_by: settled.author,
  outcome_of: settled.now,
  reworded_at: settled.now,
}
const key = { name: 'K1', prefix: 'fm_', expires_at: settled.now }
const poll = { id: 1, key: 'AAAAAAAA', title: 'P1', closing_at: settled.now, anonymous: false }
const ballots = { polls: [poll, { ...poll, id: 2, key: 'BBBBBBBB', anonymous: true }], more: true }

type Told = [MailKind, EventKind, Notice['subject'], Partial<Reader & Pick<Notice, 'withdrawal' | 'news'>>?]

const CASES: Told[] = [
  ['group_invitation', 'membership_created', group, { ballots }],
  ['group_invitation', 'membership_created', { ...group, actor: author }],
  ['thread_invitation', 'new_discussion', of_thread],
  ['announcement', 'new_discussion', of_thread],
  ['announcement', 'new_discussion', { ...of_thread, actor: author }],
  ['vote_invitation', 'poll_created', told(open.proposal)],
  ['vote_invitation', 'poll_created', told(open.hidden)],
  ['vote_invitation', 'poll_opened', told(open.hidden)],
  ['vote_invitation', 'poll_created', told(open.draft)],
  ['closing_soon', 'poll_closing_soon', told(open.proposal)],
  ['poll_closed', 'poll_expired', told(closed)],
  ['poll_closed', 'poll_expired', told(settled)],
  ['mention', 'new_comment', comment],
  ['comment_reply', 'new_comment', comment],
  ['thread_comment', 'new_comment', comment],
  ['outcome', 'outcome_created', told(settled)],
  ['outcome', 'outcome_updated', told(settled), { told_time: TIMES[1] ?? null }],
  ['outcome_review', 'outcome_review_due', told(settled)],
  ['outcome_withdrawn', 'poll_reopened', told(open.proposal), { news }],
  ['outcome_withdrawn', 'poll_reopened', told(closed), { news }],
  ['outcome_withdrawn', 'outcome_withdrawn', told(closed), { news }],
  ['meeting_cancelled', 'outcome_withdrawn', told(closed), { withdrawal, news, told_time: TIMES[0] ?? null }],
  ['closing_soon', 'vote_reminder', told(open.proposal), { news }],
  ['meeting_cancelled', 'poll_reopened', gone, { withdrawal, told_time: TIMES[0] ?? null }],
  ['webhook_disabled', 'webhook_disabled', { ...group, webhook: { host: 'h.example', reason: 'gone' } }],
  ['webhook_disabled', 'webhook_disabled', { ...group, webhook: { host: 'h.example', reason: 'failing' } }],
  ['key_ending', 'key_ending', { ...group, key }],
  ['join_request', 'join_requested', { ...group, actor: author }],
  ['join_flood', 'join_flooded', group],
  ['join_answer', 'join_approved', group],
  ['join_answer', 'join_declined', group],
]

function write(
  [kind, event_kind, subject, { withdrawal = null, news = PLAIN.news, ...wish } = {}]: Told,
  language: Language = 'en-XA',
): MailBody {
  const happened = { ...event, kind: event_kind, recipient_message: '1.' }
  const notice: Notice = { ...PLAIN, event: happened, subject, user_ids: [], withdrawal, news }
  return writeMail(notice, kind, {
    language,
    time_zone: 'UTC',
    told_time: null,
    voted: null,
    public_url: 'https://h.example',
    ...wish,
  })
}

/** Invitations also have an English line. */
const IN_ENGLISH = /English: (You are invited|\w+ invites you) to G1/

// Texts written by people here contain no words; days, hosts and links are not in the catalogue.
const NO_TEXTS =
  /\p{Cc}\w[^\p{Cc}]*\p{Cc}|https?:\S+|\S+\.example|fm_|\b(Fri|Satur|Sun|Mon|Tues|Wednes|Thurs)day\b|\b(January|February|March|April|May|June|July|August|September|October|November|December)\b|\b(and|UTC)\b|question=[\w-]+|choice=\w+|&thread\b/gu
const ENGLISH = /(?<!\p{L})(?=[a-z]*[aeiouy])[a-z]{2,}(?!\p{L})/giu

function english({ subject, text_body, html_body }: MailBody): string[] {
  const html = html_body.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ')
  return [
    subject,
    text_body.replaceAll(new RegExp(IN_ENGLISH, 'g'), ''),
    html.replaceAll(new RegExp(IN_ENGLISH, 'g'), ''),
  ].flatMap((text) => text.replace(NO_TEXTS, ' ').match(ENGLISH) ?? [])
}

test('every kind of mail is written in the recipient’s language', () => {
  expect(new Set(CASES.map(([kind]) => kind))).toEqual(new Set(MAIL_KINDS))
  for (const told of CASES) {
    const mail = write(told)
    expect([told[0], told[1], ...new Set(english(mail))]).toEqual([told[0], told[1]])
    expect(languageOfMail(mail.html_body)).toBe('en-XA')
    expect([told[0], IN_ENGLISH.test(mail.text_body)]).toEqual([told[0], told[0] === 'group_invitation'])
  }
  expect(english(signInMail('moot.example', 'en-XA'))).toEqual([])
  expect(english(signInMail('moot.example', 'en'))).toContain('below')
})

test('an invitation’s line in English runs to the right, also in a mail that runs to the left', () => {
  const invitation: Told = ['group_invitation', 'membership_created', { ...group, actor: author }]
  const { text_body, html_body } = write(invitation, 'ar')
  expect(text_body).toMatch(/\n\u2066English: .*invites you to G1.*\u2069\n/)
  expect(html_body).toMatch(/<p [^>]*lang="en" dir="ltr"[^>]*>English: .*invites you to G1/)
  expect(write(invitation, 'de').text_body).not.toMatch(/\u2066/)
})

test('in a mail that runs to the left, items that are sentences do too; names of options keep their direction', () => {
  const itemsOf = (told: Told) =>
    [...write(told, 'ar').html_body.matchAll(/<li style[^>]*>(.*?)<\/li>/gs)].map(([, item = '']) => item)
  const polls = itemsOf(['group_invitation', 'membership_created', group, { ballots }])
  const results = itemsOf(['poll_closed', 'poll_expired', told(closed)])
  const options = itemsOf(['vote_invitation', 'poll_created', told(open.proposal)])
  expect([polls.length, results.length > 0, options.length]).toEqual([2, true, 3])
  expect([...polls, ...results].filter((item) => /dir=|<bdi>/.test(item))).toEqual([])
  expect(polls.filter((item) => !item.includes('\u2068P1\u2069'))).toEqual([])
  expect(options.filter((item) => !/<bdi>/.test(item))).toEqual([])
})

test('a fact that people wrote keeps its direction in a mail that runs the other way', () => {
  const [ar, de] = (['ar', 'de'] as const).map((to) =>
    write(['vote_invitation', 'poll_created', told(open.proposal)], to),
  )
  for (const mail of [ar, de]) expect(mail?.html_body).toContain('<bdi>T1</bdi></a></td>')
  expect(ar?.text_body).toContain(': \u2068T1\u2069\n')
  expect(de?.text_body).toContain(': T1\n')
  const decided = write(['outcome', 'outcome_created', told(settled)], 'ar').html_body
  expect(decided).toMatch(/<bdi>[^<]*2098[^<]*<\/bdi><\/td>/)
})

test('the title of the thread leads there, except from a reminder only for people who have not voted', () => {
  const invitation = write(['vote_invitation', 'poll_created', told(open.proposal)], 'en')
  const link = '\u0002personal\u0003&thread'
  expect(invitation.text_body).toContain(`Thread: T1\n  ${link}\n`)
  expect(invitation.html_body).toContain(`href="${link.replace('&', '&amp;')}"`)
  const poll = { ...open.proposal.poll, anonymous: true }
  const asked = told({ ...open.proposal, poll })
  const reminder = write(['closing_soon', 'vote_reminder', asked, { news }], 'en')
  expect(reminder.text_body).toContain('Thread: T1\n')
  expect(reminder.text_body).not.toContain('&thread')
})

test('what an option means keeps its direction beside what it costs', () => {
  const [first, ...rest] = open.hidden.options
  if (first === undefined) throw new Error('it has options')
  const notes = (meaning: string | null, cost: number | null) => {
    const options = [{ ...first, meaning, cost }, ...rest]
    return write(['vote_invitation', 'poll_created', told({ ...open.hidden, options })], 'ar').html_body
  }
  expect(notes('Why?', 3)).toContain('\u2068Why?\u2069</div>')
  expect(notes('Why?', null)).toContain('>Why?</div>')
})

test('a code runs to the right, also in a text that runs to the left', () => {
  const codes = [signInMail, (host: string, to: Language) => addressMail('confirm', host, to)]
  for (const mail of codes) {
    expect(mail('moot.example', 'ar').text_body).toContain(`\u2066${CODE}\u2069`)
    expect(mail('moot.example', 'de').text_body).toContain(CODE)
    expect(mail('moot.example', 'de').text_body).not.toMatch(/\u2066/)
  }
})
