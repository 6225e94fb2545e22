import { MAX_BODY } from '../../discussions/discussion.ts'
import { MAX_REASON } from '../../polls/ballots/ballot.ts'
import { CLOSING_SOON_AUDIENCES, HIDE_RESULTS, REASON_RULES } from '../../polls/poll.ts'
import { MAX_OPTION_MEANING, MAX_OPTION_NAME } from '../../polls/poll-option.ts'
import type { BallotData, ChoiceData, OptionData, OutcomeData, PollData, VoteData } from './line.ts'
import { cut, flagIn, idIn, isSet, numberIn, type Raw, rawIn, textIn, timeIn, wordIn } from './raw.ts'
import { keyIn, leftOut, lineOf, localeIn, noteOn, type Reader, richText, tagsOf, titled } from './records.ts'

const MAX_STATEMENT = 10_000

/** The value of a word, or of its number: the database there keeps numbers. */
function namedIn<W extends string>(raw: Raw, field: string, words: readonly W[]): W | null {
  const number = numberIn(raw, field)
  if (number !== null) return words[number] ?? null
  const text = textIn(raw, field)
  return words.find((word) => word === text) ?? null
}

/** A number that older files have among the custom fields. */
function settingIn(raw: Raw, field: string): number | null {
  return numberIn(raw, field) ?? numberIn(rawIn(raw, 'custom_fields'), field)
}

function textSettings(raw: Raw) {
  const reasons = namedIn(raw, 'stance_reason_required', REASON_RULES) ?? ('optional' as const)
  return {
    hide_results: namedIn(raw, 'hide_results', HIDE_RESULTS) ?? ('off' as const),
    notify: namedIn(raw, 'notify_on_closing_soon', CLOSING_SOON_AUDIENCES) ?? ('nobody' as const),
    reasons,
    stv_method: wordIn(raw, 'stv_method'),
    stv_quota: wordIn(raw, 'stv_quota'),
  }
}

function numberSettings(raw: Raw) {
  return {
    min_score: settingIn(raw, 'min_score'),
    max_score: settingIn(raw, 'max_score'),
    dots: settingIn(raw, 'dots_per_person'),
    least: settingIn(raw, 'minimum_stance_choices'),
    most: settingIn(raw, 'maximum_stance_choices') ?? (flagIn(raw, 'multiple_choice') ? MAX_CHOICES : null),
    agree_target: numberIn(raw, 'agree_target'),
    quorum: numberIn(raw, 'quorum_pct'),
    seats: numberIn(raw, 'stv_seats'),
  }
}

const MAX_CHOICES = 200

function flagSettings(raw: Raw) {
  const custom = rawIn(raw, 'custom_fields')
  return {
    anonymous: flagIn(raw, 'anonymous'),
    specified_voters_only: flagIn(raw, 'specified_voters_only'),
    voter_can_add_options: flagIn(raw, 'voter_can_add_options'),
    shuffle_options: flagIn(raw, 'shuffle_options'),
    none_of_the_above: flagIn(raw, 'show_none_of_the_above'),
    maybe: raw['can_respond_maybe'] !== false && custom['can_respond_maybe'] !== false,
  }
}

export const readPoll: Reader = (source) => {
  const { raw, now } = source
  if (isSet(raw, 'discarded_at')) return leftOut('poll', source, { code: 'deleted_there' })
  const body = richText(source, 'details', MAX_BODY)
  const { title, text, notes } = titled(source, body)
  const poll_type = textIn(raw, 'poll_type')
  for (const [field, value] of [
    ['title', title],
    ['poll_type', poll_type],
  ])
    if (value === '' || value === null)
      return leftOut('poll', source, { code: 'no_field', params: { field: field ?? '' } })
  const tagged = tagsOf(source)
  const data: PollData = {
    key: keyIn(raw),
    group: idIn(raw, 'group_id'),
    topic: idIn(raw, 'topic_id'),
    poll_type: cut(poll_type ?? '', 40),
    title,
    details: text,
    details_format: body.format,
    closed_at: timeIn(raw, 'closed_at', now),
    closing_at: timeIn(raw, 'closing_at', now),
    opened_at: timeIn(raw, 'opened_at', now),
    updated_at: timeIn(raw, 'updated_at', now),
    locale: localeIn(raw),
    tags: tagged.tags,
    ...textSettings(raw),
    ...numberSettings(raw),
    ...flagSettings(raw),
  }
  const ref = idIn(raw, 'discussion_id')
  return {
    lines: [lineOf('poll', source, { ref, owner: idIn(raw, 'author_id'), data })],
    notes: [...body.notes, ...notes, ...tagged.notes],
  }
}

export const readOption: Reader = (source) => {
  const { raw } = source
  const ref = idIn(raw, 'poll_id')
  const whole = textIn(raw, 'name')?.trim() ?? null
  if (ref === null || whole === null)
    return {
      notes: [
        noteOn(source, { code: 'option_left_out', params: { why: ref === null ? 'poll_id' : 'name' } }),
      ],
    }
  const name = cut(whole, MAX_OPTION_NAME)
  const meaning = textIn(raw, 'meaning')?.trim() ?? null
  const data: OptionData = {
    name,
    meaning: meaning === null ? null : cut(meaning, MAX_OPTION_MEANING),
    icon: wordIn(raw, 'icon'),
    priority: numberIn(raw, 'priority') ?? 0,
  }
  const params = { field: 'name', most: MAX_OPTION_NAME }
  const notes = name === whole ? [] : [noteOn(source, { code: 'shortened', params })]
  return { lines: [lineOf('option', source, { ref, owner: null, data })], notes }
}

export const readStance: Reader = (source) => {
  const { raw, now } = source
  const ref = idIn(raw, 'poll_id')
  if (ref === null) return leftOut('vote', source, { code: 'no_field', params: { field: 'poll_id' } })
  const earlier = isSet(raw, 'cast_at') ? ({ untaken: 'earlier_votes' } as const) : {}
  // A ballot that was taken back, or a vote removed by an admin.
  if (isSet(raw, 'revoked_at')) return earlier
  const reason = isSet(raw, 'redacted_at')
    ? { text: null, format: 'md' as const, notes: [] }
    : richText(source, 'reason', MAX_REASON)
  const data: VoteData = {
    reason: reason.text,
    reason_format: reason.format,
    cast_at:
      timeIn(raw, 'cast_at', now) ?? (raw['cast_at'] === undefined ? timeIn(raw, 'created_at', now) : null),
    latest: raw['latest'] !== false,
    none: flagIn(raw, 'none_of_the_above'),
    inviter: idIn(raw, 'inviter_id'),
  }
  // Comments may answer to a vote that was changed since.
  return {
    lines: [lineOf('vote', source, { ref, owner: idIn(raw, 'participant_id'), data })],
    notes: reason.notes,
    ...(data.latest ? {} : earlier),
  }
}

/** A choice of a vote, or of an anonymous ballot. */
const choiceReader =
  (kind: 'choice' | 'ballot_choice', field: string): Reader =>
  (source) => {
    const { raw } = source
    const [ref, owner, score] = [idIn(raw, field), idIn(raw, 'poll_option_id'), numberIn(raw, 'score')]
    if (ref === null || owner === null) return {}
    const data: ChoiceData = { score: score ?? 1 }
    const of = { ...source, id: `${ref}:${owner}` }
    return { lines: [lineOf(kind, of, { ref, owner, data, said_at: null })] }
  }

export const readStanceChoice = choiceReader('choice', 'stance_id')
export const readBallotChoice = choiceReader('ballot_choice', 'anonymous_ballot_id')

export const readAnonymousBallot: Reader = (source) => {
  const ref = idIn(source.raw, 'poll_id')
  if (ref === null) return leftOut('vote', source, { code: 'no_field', params: { field: 'poll_id' } })
  const data: BallotData = { none: flagIn(source.raw, 'none_of_the_above') }
  return { lines: [lineOf('ballot', source, { ref, owner: null, data, said_at: null })] }
}

/** Who could vote in an anonymous poll: only their number comes. */
export const readVoter: Reader = (source) => {
  const { raw } = source
  const [ref, voter] = [idIn(raw, 'poll_id'), idIn(raw, 'voter_id')]
  if (ref === null || voter === null) return {}
  const of = { ...source, id: `${ref}:${voter}` }
  return { lines: [lineOf('voter', of, { ref, owner: null, data: {}, said_at: null })] }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

export const readOutcome: Reader = (source) => {
  const { raw } = source
  const ref = idIn(raw, 'poll_id')
  if (ref === null) return leftOut('outcome', source, { code: 'no_field', params: { field: 'poll_id' } })
  const { text, format, notes } = richText(source, 'statement', MAX_STATEMENT)
  if (text === null) return leftOut('outcome', source, { code: 'no_field', params: { field: 'statement' } })
  const day = textIn(raw, 'review_on') ?? ''
  const data: OutcomeData = {
    statement: text,
    statement_format: format,
    option: idIn(raw, 'poll_option_id'),
    review_on: DAY.test(day) && !Number.isNaN(Date.parse(day)) ? day : null,
  }
  return { lines: [lineOf('outcome', source, { ref, owner: idIn(raw, 'author_id'), data })], notes }
}
