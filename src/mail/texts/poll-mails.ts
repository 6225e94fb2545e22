import type { MailRule } from '../../events/mail-rule.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { pollState } from '../../polls/poll.ts'
import { typeName } from '../../polls/poll-words.ts'
import { rulesWords } from '../../polls/results/verdict-words.ts'
import { pollType } from '../../polls/types/index.ts'
import { groupName, nameOf } from '../../sentences/names.ts'
import { optionWords } from '../../sentences/option-words.ts'
import { outcomeWords, resultLines } from '../../sentences/result-words.ts'
import { oneLine } from '../../text/one-line.ts'
import { timeWords } from '../../text/time-words.ts'
import type { MailContent } from './content.ts'

type AboutPoll = {
  loaded: LoadedPoll
  wording: MailRule['wording']
  message: string | null
  time_zone: string
}

/** Asks for a vote: in an open poll, in one that has just been opened, or soon, in a draft. */
export function voteInvitation(about: AboutPoll): MailContent {
  const { loaded, wording } = about
  const title = oneLine(loaded.poll.title)
  const group = groupName(loaded.in_group)
  if (pollState(loaded.poll, loaded.now).is === 'draft') return draftInvitation(about)
  const opened = wording === 'opening'
  const asks = asking(loaded)
  return {
    ...shared(about),
    subject: opened ? `Voting is open: ${title}` : `Your vote is asked for: ${title}`,
    preheader: `${closingSentence(about)} ${opened ? '' : `In ${group}.`}`.trim(),
    heading: opened ? `Voting is open in ${group}` : asks,
    paragraphs: opened ? [`${asks}.`] : [],
    list: chooserList(about),
    facts: facts(about),
    notes: notes(about),
    button: 'Vote now',
    reason: `You get this mail because you hold a ballot in this poll of ${group}.`,
  }
}

/** A poll that is not open yet. */
function draftInvitation(about: AboutPoll): MailContent {
  const { loaded } = about
  const group = groupName(loaded.in_group)
  const who = nameOf(loaded.author)
  return {
    ...shared(about),
    subject: `Coming up for a vote: ${oneLine(loaded.poll.title)}`,
    preheader: 'Voting has not opened yet.',
    heading: who === null ? `A poll is being prepared in ${group}` : `${who} is preparing a poll in ${group}`,
    paragraphs: ['Voting has not opened yet. You will get another mail when it does.'],
    list: optionList(about),
    facts: facts(about),
    notes: notes(about),
    button: 'See the poll',
    reason: `You get this mail because you hold a ballot in this poll of ${group}.`,
  }
}

/** The reminder: a day before the closing, or when whoever looks after the poll asks for it. */
export function closingSoon(about: AboutPoll): MailContent {
  const { loaded } = about
  const asked = about.wording === 'by_hand'
  const audience = asked ? 'undecided_voters' : loaded.poll.notify_on_closing_soon
  const group = groupName(loaded.in_group)
  const closing = closingSentence(about)
  const undecided = audience === 'undecided_voters'
  return {
    ...shared(about),
    subject: `${asked ? 'Your vote is still asked for' : 'Closing soon'}: ${oneLine(loaded.poll.title)}`,
    preheader: closing,
    heading: undecided ? 'You have not voted yet' : 'Voting closes soon',
    paragraphs: [closing],
    quote: null,
    body: null,
    list: undecided ? chooserList(about) : null,
    facts: facts(about).filter((fact) => fact.label !== 'Closes'),
    notes: undecided ? notes(about) : [],
    button: undecided ? 'Vote now' : 'See the poll',
    reason: asked
      ? `You get this reminder because you hold a ballot in this poll of ${group} and have not used it.`
      : audience === 'author'
        ? `You get this reminder 24 hours before closing because you look after this poll of ${group}.`
        : `You get this reminder 24 hours before closing because you hold a ballot in this poll of ${group}.`,
  }
}

/** What came out, told to the author. */
export function pollClosed(about: AboutPoll): MailContent {
  const { loaded, time_zone } = about
  const group = groupName(loaded.in_group)
  const outcome = outcomeWords(loaded, time_zone)
  const lines = resultLines(loaded.poll, loaded.results, time_zone)
  const { closed_at } = loaded.poll
  return {
    ...shared(about),
    subject: `Closed: ${oneLine(loaded.poll.title)}`,
    preheader: outcome,
    heading: 'Voting has closed',
    paragraphs: [outcome],
    quote: null,
    body: null,
    list: lines.length === 0 ? null : { heading: 'Results', items: lines },
    facts: [
      ...facts(about).filter((fact) => fact.label !== 'Closes'),
      ...(closed_at === null ? [] : [{ label: 'Closed', value: timeWords(closed_at, time_zone) }]),
    ],
    notes: [],
    button: 'See the results',
    reason: `You get this mail because you look after this poll of ${group}.`,
  }
}

function shared({
  loaded,
  message,
}: AboutPoll): Pick<MailContent, 'group_name' | 'quote' | 'title' | 'body'> {
  const { details, details_format, title } = loaded.poll
  return {
    group_name: groupName(loaded.in_group),
    quote: message === null ? null : { by: nameOf(loaded.author), text: message },
    title: oneLine(title),
    body: details === null || details.trim() === '' ? null : { text: details, format: details_format },
  }
}

/** "Weekly sync asks you to vote in Mill Lane Co-op" */
function asking(loaded: LoadedPoll): string {
  const who = nameOf(loaded.author)
  const group = groupName(loaded.in_group)
  return who === null ? `You are asked to vote in ${group}` : `${who} asks you to vote in ${group}`
}

function closingSentence({ loaded, time_zone }: AboutPoll): string {
  const { closing_at } = loaded.poll
  return closing_at === null ? '' : `Voting closes on ${timeWords(closing_at, time_zone)}.`
}

/**
 * The options as posted, or by name where the poll shuffles them: there no order is to speak for one of them.
 */
function optionList({ loaded, time_zone }: AboutPoll): MailContent['list'] {
  const { poll, options } = loaded
  if (options.length === 0) return null
  const told = options.map(({ name, meaning }) => ({
    item: optionWords(poll, name, time_zone),
    note: meaning === null ? null : oneLine(meaning),
  }))
  const { options_are_times, words } = pollType(poll.poll_type)
  if (poll.shuffle_options && !options_are_times) told.sort((a, b) => a.item.localeCompare(b.item, 'en'))
  return {
    heading: words.options_heading,
    items: told.map(({ item }) => item),
    notes: told.map(({ note }) => note),
  }
}

/**
 * The options as links that choose one on the page; there a button casts it. Not in anonymous polls: an
 * address that says who and what at once would stand in the log of whatever lies between.
 */
function chooserList(about: AboutPoll): MailContent['list'] {
  const { poll, options } = about.loaded
  const list = optionList(about)
  if (list === null || poll.anonymous || !pollType(poll.poll_type).single_choice) return list
  const named = new Map(options.map(({ name }) => [optionWords(poll, name, about.time_zone), name]))
  // Names that read alike could not be told apart.
  if (named.size < options.length) return list
  const choices = list.items.map((item) => `&choice=${encodeURIComponent(named.get(item) ?? '')}`)
  return { ...list, heading: 'Choose one: you can still change it on the page', choices }
}

function facts({ loaded, time_zone }: AboutPoll): MailContent['facts'] {
  const { poll, thread } = loaded
  return [
    ...(poll.closing_at === null ? [] : [{ label: 'Closes', value: timeWords(poll.closing_at, time_zone) }]),
    { label: 'Kind', value: typeName(poll.poll_type) },
    ...(thread === null ? [] : [{ label: 'Thread', value: oneLine(thread.discussion.title) }]),
  ]
}

function notes({ loaded: { poll }, time_zone }: AboutPoll): string[] {
  const rules = rulesWords(poll, (name) => optionWords(poll, name, time_zone))
  return [
    ...(rules === null ? [] : [rules]),
    ...(poll.anonymous
      ? [
          'This poll is anonymous: who chose what is not shown to anybody. A vote cannot be looked up or changed once it is cast.',
        ]
      : []),
    ...(poll.hide_results === 'until_closed' ? ['Results are shown after voting closes.'] : []),
    ...(poll.hide_results === 'until_vote' ? ['You see the results once you have voted.'] : []),
  ]
}
