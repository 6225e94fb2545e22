import type { MailRule } from '../../events/mail-rule.ts'
import { intlTag } from '../../locales/languages.ts'
import { apart, spoken, t } from '../../locales/say.ts'
import type { PollNews } from '../../notifications/notice.ts'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { mediansOf } from '../../polls/counts/medians.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { EarlyClosing } from '../../polls/past/poll-past.ts'
import { QUESTION_FIELD, questionAsked } from '../../polls/past/question-asked.ts'
import { pollState } from '../../polls/poll.ts'
import { rulesWords } from '../../polls/results/verdict-words.ts'
import { pollType } from '../../polls/types/index.ts'
import { budgetWords } from '../../sentences/budget-words.ts'
import { decidingWords } from '../../sentences/deciding-words.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import { listedWords, listHeading, optionWords } from '../../sentences/option-words.ts'
import { outcomeWords, resultLines } from '../../sentences/result-words.ts'
import { clauses } from '../../text/clauses.ts'
import { fewLines, oneLine } from '../../text/one-line.ts'
import { timeWords } from '../../text/time-words.ts'
import type { GivenContent, MailContent } from './content.ts'
import { headFacts, type Signed } from './head-facts.ts'
import { detailsBody, earlyWords, emptyWords, lastingFacts, voteButton } from './poll-parts.ts'
import { newsLines } from './reopened-mails.ts'

type AboutPoll = Signed & {
  loaded: LoadedPoll
  wording: MailRule['wording']
  message: string | null
  time_zone: string
  news: PollNews
  early: EarlyClosing | null
}

/** Asks for a vote: in an open poll, in a newly opened one, or later in a draft. */
export function voteInvitation(about: AboutPoll): GivenContent {
  const { loaded, wording } = about
  const title = oneLine(loaded.poll.title)
  const group = groupName(loaded.in_group)
  if (pollState(loaded.poll, loaded.now).is === 'draft') return draftInvitation(about)
  const opened = wording === 'opening'
  return {
    ...shared(about),
    subject: opened ? t('mail.poll_open', { title }) : t('mail.please_vote', { title }),
    preheader: opened ? closingSentence(about) : closingIn(about),
    heading: opened ? t('mail.poll_open_heading', { group }) : asking(loaded),
    paragraphs: [...(opened ? [askingSentence(loaded)] : []), ...emptyWords(loaded)],
    list: chooserList(about),
    facts: facts(about),
    notes: notes(about),
    button: voteButton(loaded),
    reason: t('mail.reason_ballot', { group }),
  }
}

/** A poll that is not open yet. */
function draftInvitation(about: AboutPoll): GivenContent {
  const { loaded } = about
  const group = groupName(loaded.in_group)
  const who = nameOf(loaded.author)
  return {
    ...shared(about),
    subject: t('mail.draft', { title: oneLine(loaded.poll.title) }),
    preheader: t('mail.draft_preheader'),
    heading: who === null ? t('mail.draft_heading', { group }) : t('mail.draft_heading_by', { who, group }),
    paragraphs: [t('mail.draft_text')],
    list: optionList(about),
    facts: facts(about),
    notes: notes(about),
    button: t('mail.see_poll'),
    reason: t('mail.reason_ballot', { group }),
  }
}

/** The reminder: a day before the deadline, or when someone who manages the poll requests it. */
export function closingSoon(about: AboutPoll): GivenContent {
  const { loaded } = about
  const asked = about.wording === 'by_hand'
  const audience = asked ? 'undecided_voters' : loaded.poll.notify_on_closing_soon
  const group = groupName(loaded.in_group)
  const closing = closingSentence(about)
  const undecided = audience === 'undecided_voters'
  return {
    ...shared(about),
    subject: t(asked ? 'mail.please_still_vote' : 'mail.closing_soon', { title: oneLine(loaded.poll.title) }),
    preheader: closing,
    heading: t(undecided ? 'mail.not_voted_heading' : 'mail.closing_soon_heading'),
    paragraphs: [closing, ...(undecided ? emptyWords(loaded) : []), ...newsLines(about)],
    quote: null,
    list: undecided ? chooserList(about) : null,
    // A link that only people who have not voted get leaves no trace elsewhere.
    facts: lastingFacts(loaded, { opens_thread: !(undecided && loaded.poll.anonymous) }),
    notes: undecided ? notes(about) : [],
    button: undecided ? voteButton(loaded) : t('mail.see_poll'),
    reason: asked
      ? t('mail.reminder_asked_reason', { group })
      : t(audience === 'author' ? 'mail.reminder_author_reason' : 'mail.reminder_ballot_reason', { group }),
  }
}

/** The result, sent to the author. `counted`: what decided, where the sums did not. */
export function pollClosed(about: AboutPoll & { counted: CountedBallots | null }): GivenContent {
  const { loaded, time_zone, counted } = about
  const group = groupName(loaded.in_group)
  const lines = resultLines(loaded, time_zone, mediansOf(counted))
  const result = outcomeWords(loaded, time_zone, lines.length === 0 ? 'told' : 'listed')
  const deciding = decidingWords(loaded, counted, time_zone)
  const early = earlyWords(about)
  const { closed_at } = loaded.poll
  return {
    ...shared(about),
    subject: t('mail.closed', { title: oneLine(loaded.poll.title) }),
    preheader: outcomeWords(loaded, time_zone),
    heading: t('mail.closed_heading'),
    paragraphs: [result, ...(deciding === '' ? [] : [deciding]), ...early],
    quote: null,
    body: null,
    list:
      lines.length === 0
        ? null
        : { heading: listHeading(t('mail.results'), loaded, time_zone), items: lines },
    facts: [
      ...lastingFacts(about.loaded),
      // An early closing says when it was.
      ...(closed_at === null || early.length > 0
        ? []
        : [{ label: t('mail.fact_closed'), value: timeWords(closed_at, time_zone) }]),
    ],
    notes: [],
    checks: headFacts(loaded, about),
    button: t('mail.closed_button'),
    reason: t('mail.closed_reason', { group }),
  }
}

function shared({
  loaded,
  message,
}: AboutPoll): Pick<MailContent, 'group_name' | 'quote' | 'title' | 'body'> {
  return {
    group_name: groupName(loaded.in_group),
    quote: message === null ? null : { by: nameOf(loaded.author), text: message },
    title: oneLine(loaded.poll.title),
    body: detailsBody(loaded.poll),
  }
}

/** "Weekly sync asks you to vote in Mill Lane Co-op" */
function asking(loaded: LoadedPoll): string {
  const who = nameOf(loaded.author)
  const group = groupName(loaded.in_group)
  return who === null ? t('mail.asks', { group }) : t('mail.asks_by', { who, group })
}

function askingSentence(loaded: LoadedPoll): string {
  const who = nameOf(loaded.author)
  const group = groupName(loaded.in_group)
  return who === null ? t('mail.asks_text', { group }) : t('mail.asks_text_by', { who, group })
}

function closingSentence({ loaded, time_zone }: AboutPoll): string {
  const { closing_at } = loaded.poll
  return closing_at === null ? '' : t('mail.closes_on', { closing: timeWords(closing_at, time_zone) })
}

/** The same, with the group's name. */
function closingIn({ loaded, time_zone }: AboutPoll): string {
  const { closing_at } = loaded.poll
  const group = groupName(loaded.in_group)
  if (closing_at === null) return t('mail.in_group', { group })
  return t('mail.closes_on_in', { closing: timeWords(closing_at, time_zone), group })
}

/** The options in posted order, or by name if the poll shuffles them, so that no order favours an option. */
function optionList({ loaded, time_zone }: AboutPoll): MailContent['list'] {
  const { poll, options } = loaded
  if (options.length === 0) return null
  const told = options.map((option) => ({
    item: listedWords(poll, option.name, time_zone),
    note: noteOf(option),
  }))
  const { options_are_times, words } = pollType(poll.poll_type)
  if (poll.shuffle_options && !options_are_times)
    told.sort((a, b) => a.item.localeCompare(b.item, intlTag(spoken())))
  return {
    heading: listHeading(t(words.options_heading), loaded, time_zone),
    items: told.map(({ item }) => item),
    notes: told.map(({ note }) => note),
  }
}

/** Lines of one description: the page shows the rest. */
const MAX_NOTE_LINES = 12

/**
 * "Cost: 300; with two doors": what an option costs and means, or the cost above a meaning of several lines.
 * Null: neither is given.
 */
function noteOf({ meaning, cost }: LoadedPoll['options'][number]): string | null {
  const means = meaning === null ? null : fewLines(meaning, MAX_NOTE_LINES)
  if (cost === null) return means
  const costs = t('count.cost', { cost })
  if (means === null) return costs
  return means.includes('\n') ? `${costs}\n${means}` : clauses([costs, apart(means)])
}

/**
 * Options as links that preselect one on the page; a button there casts the vote. Not in anonymous polls: a
 * URL that contains voter and choice would appear in the logs of proxies.
 */
function chooserList(about: AboutPoll): MailContent['list'] {
  const { poll, options } = about.loaded
  const list = optionList(about)
  if (list === null || poll.anonymous || !pollType(poll.poll_type).single_choice) return list
  const named = new Map(options.map(({ name }) => [listedWords(poll, name, about.time_zone), name]))
  // Options with the same name would be indistinguishable.
  if (named.size < options.length) return list
  // After an edit, the page can say that the mail asked another question.
  const asked = `&${QUESTION_FIELD}=${questionAsked(poll, options)}`
  const choices = list.items.map((item) => `${asked}&choice=${encodeURIComponent(named.get(item) ?? '')}`)
  return { ...list, heading: t('mail.choose_one'), choices }
}

function facts({ loaded, time_zone }: AboutPoll): MailContent['facts'] {
  const { closing_at } = loaded.poll
  if (closing_at === null) return lastingFacts(loaded)
  const closes = { label: t('mail.fact_closes'), value: timeWords(closing_at, time_zone) }
  return [closes, ...lastingFacts(loaded)]
}

function notes({ loaded: { poll, voters_count }, time_zone }: AboutPoll): string[] {
  const rules = rulesWords(poll, voters_count, (name) => optionWords(poll, name, time_zone))
  const shared = budgetWords(poll)
  return [
    ...(rules === null ? [] : [rules]),
    ...(shared === '' ? [] : [shared]),
    ...(poll.anonymous ? [t(poll.receipts ? 'mail.anonymous_receipts' : 'mail.anonymous')] : []),
    ...(poll.receipts ? [t('mail.receipts')] : []),
    ...(poll.hide_results === 'until_closed' ? [t('mail.results_closed')] : []),
    ...(poll.hide_results === 'until_vote' ? [t('mail.results_voted')] : []),
  ]
}
