import { MAIL_KINDS } from '../events/mail-rule.ts'
import { directionOf, isLanguage, LANGUAGES } from '../locales/languages.ts'
import { joined, spoken, t } from '../locales/say.ts'
import { optionTime } from '../polls/poll-words.ts'
import { pollType } from '../polls/types/index.ts'
import { signLabel } from '../polls/types/sign-words.ts'
import { type Markup, markup, safe } from '../text/markup.ts'
import { type Format, toHtml } from '../text/rich-text.ts'
import { timeWords, zoneName } from '../text/time-words.ts'
import { browserWords } from '../users/browser-words.ts'
import { displayName } from '../users/user.ts'
import type { Archive } from './archive.ts'
import { formName, writtenIn } from './draft-words.ts'

const STYLE = `body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 'Source Sans 3', 'Segoe UI', Helvetica, Arial, sans-serif; color: #2b221b; background: #fcfaf5; overflow-wrap: anywhere }
h1, h2, h3 { line-height: 1.25 } h3 { margin-bottom: 0 }
a { color: #005a81 } article { border-top: 1px solid #d9d3ca; padding-bottom: .5rem }
.quiet { color: #63594f; margin: 0 } dt { font-weight: 600 } dd { margin: 0 0 .5rem }
.typed { white-space: pre-wrap }
@media (prefers-color-scheme: dark) { body { color: #e8e4dc; background: #1a1713 } a { color: #78c2e6 } .quiet { color: #ada79d } article { border-color: #3f3a33 } }`

/** An archive as one page without scripts, in the current language. `public_url`: where its links lead. */
export function archiveHtml(archive: Archive, public_url: string): string {
  const { profile, taken_at } = archive
  const title = t('archive.title', { name: displayName(profile) })
  const when = timeWords(new Date(taken_at), profile.time_zone)
  return markup`<!doctype html>
<html lang="${spoken()}" dir="${directionOf(spoken())}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${safe(STYLE)}</style></head>
<body>
<h1>${title}</h1>
<p>${t('archive.about', { service: new URL(public_url).host, date: when })}</p>
${profileOf(archive)}
${sectionsOf(archive, public_url)}
</body>
</html>
`.html
}

function profileOf({ profile }: Archive): Markup {
  const lines = [
    [t('archive.name'), displayName(profile)],
    [t('archive.address'), profile.email],
    [t('archive.language'), languageName(profile.locale)],
    [t('archive.time_zone'), zoneName(profile.time_zone)],
    [t('archive.since'), timeWords(new Date(profile.created_at), profile.time_zone)],
    [t('archive.former_names'), joined(profile.former_names)],
    [
      t('archive.silenced'),
      joined(
        MAIL_KINDS.filter((kind) => profile.silenced.includes(kind)).map((kind) => t(`push_kind.${kind}`)),
      ),
    ],
  ].filter(([, value]) => value !== '')
  return markup`<h2>${t('archive.profile')}</h2><dl>${lines.map(
    ([term = '', value = '']) => markup`<dt>${term}</dt><dd><bdi>${value}</bdi></dd>`,
  )}</dl>`
}

function languageName(locale: string | null): string {
  if (locale === null) return '–'
  return isLanguage(locale) ? LANGUAGES[locale].name : locale
}

/** An entry of a list. `at`: ISO 8601. */
type Entry = { title: string; path?: string; about?: string; at?: string; body?: Markup | null }

function sectionsOf(archive: Archive, public_url: string): Markup[] {
  const { groups, requests, threads, comments, polls, outcomes, votes } = archive
  const section = (heading: string, entries: Entry[]) => markup`<h2>${heading}</h2>
${entries.length === 0 ? markup`<p>${t('archive.nothing')}</p>` : entries.map((one) => entryOf(one))}`
  const entryOf = ({ title, path, about = '', at, body = null }: Entry) => markup`<article>
<h3>${path === undefined ? markup`<bdi>${title}</bdi>` : markup`<a href="${public_url}${path}"><bdi>${title}</bdi></a>`}</h3>
<p class="quiet">${about}${about === '' || at === undefined ? '' : ' · '}${at === undefined ? '' : timeWords(new Date(at), archive.profile.time_zone)}</p>
${body}</article>
`
  return [
    section(
      t('archive.groups'),
      groups.map((one) => groupEntry(one, archive.profile.time_zone)),
    ),
    section(
      t('join_request.title'),
      requests.map((one) => ({ title: one.group, at: one.created_at })),
    ),
    section(
      t('archive.threads'),
      threads.map((one) => ({
        ...placed(one, one.title, `/d/${one.key}`),
        about: tagged(one),
        body: bodyOf(one),
      })),
    ),
    section(
      t('archive.comments'),
      comments.map((one) => ({
        ...placed(one, one.thread, `/d/${one.thread_key}`),
        body: rich(one.text, 'md'),
      })),
    ),
    section(t('archive.polls'), [
      ...polls.map((one) => ({
        ...placed(one, one.title, `/p/${one.key}`),
        about: tagged(one),
        body: bodyOf(one),
      })),
      ...outcomes.map(outcomeEntry),
    ]),
    section(
      t('archive.votes'),
      votes.map((vote) => voteEntry(vote, archive.profile.time_zone)),
    ),
    ...accessLists(archive).map(([heading, entries]) => section(heading, entries)),
  ]
}

/** The sessions, keys and passkeys that give access to this person, or to programs on their behalf. */
function accessLists({
  keys,
  sessions,
  passkeys,
  logins,
  feeds,
  drafts,
}: Archive): [heading: string, Entry[]][] {
  return [
    [t('archive.keys'), keys.map((one) => ({ title: one.name, at: one.created_at }))],
    [
      t('archive.sessions'),
      sessions.map((one) => ({
        title: browserWords(one.browser),
        about: one.notifications ? t('account.push') : '',
        at: one.created_at,
      })),
    ],
    [t('passkeys.title'), passkeys.map((one) => ({ title: one.name, at: one.created_at }))],
    [t('sso.logins'), logins.map((one) => ({ title: one.issuer, at: one.created_at }))],
    [
      t('account.calendar_and_feeds'),
      feeds.map((one) => ({ title: one.group ?? t('account.calendar'), at: one.created_at })),
    ],
    [t('archive.drafts'), drafts.map(draftEntry)],
  ]
}

function outcomeEntry(outcome: Archive['outcomes'][number]): Entry {
  const { poll, poll_key } = outcome
  return { ...placed(outcome, poll, `/p/${poll_key}`), about: t('form.outcome'), body: bodyOf(outcome) }
}

function placed({ created_at }: { created_at: string }, title: string, path: string): Entry {
  return { title, path, at: created_at }
}

/** The group, and the tags. */
function tagged({ group, tags }: { group: string; tags: string[] }): string {
  return [group, ...tags.map((tag) => `#${tag}`)].join(' · ')
}

function groupEntry(
  { name, handle, admin, title, emails, invited_at, joined_at, left_at }: Archive['groups'][number],
  time_zone: string,
): Entry {
  const when = (at: string) => ({ when: timeWords(new Date(at), time_zone) })
  const notes = [
    title ?? '',
    admin ? t('archive.admin') : '',
    emails ? '' : t('archive.no_emails'),
    joined_at === null
      ? t('archive.group_invited', when(invited_at))
      : t('archive.group_joined', when(joined_at)),
    left_at === null ? '' : t('archive.group_ended', when(left_at)),
  ]
  return { title: name, path: `/g/${handle}`, about: notes.filter((note) => note !== '').join(' · ') }
}

function voteEntry(vote: Archive['votes'][number], time_zone: string): Entry {
  const { poll, poll_key, reason, reason_format, cast_at } = vote
  const why =
    reason === null ? null : markup`<p class="quiet">${t('archive.reason')}</p>${rich(reason, reason_format)}`
  return {
    title: poll,
    path: `/p/${poll_key}`,
    at: cast_at,
    body: markup`${choicesOf(vote, time_zone)}${why}`,
  }
}

/** The order of a ranking, or what was chosen, or the answer to each option. */
function choicesOf({ poll_type, choices }: Archive['votes'][number], time_zone: string): Markup {
  const { words, answered_by, counted_as } = pollType(poll_type)
  const name = (option: string) =>
    signLabel(poll_type, option) ?? optionTime(poll_type, option, time_zone) ?? option
  const lines = (shown: typeof choices, answer: (score: number) => string) =>
    shown.map(({ option, score }) => markup`<li><bdi>${name(option)}</bdi>${answer(score)}</li>`)
  if (counted_as === 'ranks')
    return markup`<ol>${lines(
      choices.toSorted((one, other) => other.score - one.score),
      () => '',
    )}</ol>`
  const answer = (score: number) => `: ${words.answer?.(score) ?? score}`
  return markup`<ul>${lines(choices, answered_by === 'choosing' ? () => '' : answer)}</ul>`
}

const bodyOf = ({ text, format }: { text: string | null; format: Format }) =>
  text === null ? null : rich(text, format)

const rich = (text: string, format: Format): Markup =>
  markup`<div dir="auto">${safe(toHtml(text, format))}</div>`

function draftEntry(draft: Archive['drafts'][number]): Entry {
  const form = formName(draft)
  const { subject, saved_at } = draft
  const body = markup`<dl>${writtenIn(draft).map(
    ({ label, text }) => markup`<dt>${label}</dt><dd dir="auto" class="typed">${text}</dd>`,
  )}</dl>`
  return { title: subject ?? form, about: subject === null ? '' : form, at: saved_at, body }
}
