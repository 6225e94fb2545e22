import type { VNode } from 'preact'
import type { PollPlan } from '../../polls/load-poll-plan.ts'
import type { NewPoll } from '../../polls/new-poll.ts'
import type { PollSettings } from '../../polls/poll.ts'
import { type NewOption, newOptions, readInstant } from '../../polls/poll-option.ts'
import { typeName } from '../../polls/poll-words.ts'
import { pollType } from '../../polls/types/index.ts'
import { count } from '../../text/counted.ts'
import { howToVote } from '../ballots/ballot-words.ts'
import { fromNow, Time } from '../parts/date-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { OptionMeaning, OptionNote } from '../poll-words/options-part.tsx'
import { optionLabel, resultsRule } from '../poll-words/poll-words.ts'
import { RulesPart } from '../results/verdict-part.tsx'

/** A poll that is asked for, as voters will read it. What is still missing is left out. */
export function PollPreview({ request, zone }: { request: NewPoll; zone: string }): VNode {
  const { settings } = request
  const options = shownOptions(request)
  return (
    <section class="sheeted stack" aria-label="The poll">
      <p class="kicker">{`${typeName(settings.poll_type)}${settings.anonymous ? ', anonymous' : ''}`}</p>
      <h2>{settings.title === '' ? 'Your title' : settings.title}</h2>
      {settings.details !== null && <RichText text={settings.details} format="md" />}
      {options.length > 0 && <p>{howToVote(settings, options.length)}</p>}
      <RulesPart poll={settings} zone={zone} />
      <ul class="options bare">
        {options.map(({ slot, name, ...option }) => (
          <li key={slot}>
            {optionLabel(settings.poll_type, name, zone)}
            <OptionNote poll={settings} name={name} />
            <OptionMeaning option={option} />
          </li>
        ))}
      </ul>
      <p class="quiet">{resultsRule(settings)}</p>
    </section>
  )
}

/** The options in their order, without what is no option of this type yet. */
function shownOptions({ settings: { poll_type }, options, option_meanings }: NewPoll): NewOption[] {
  const names = (options ?? []).filter(
    (name) => !pollType(poll_type).options_are_times || readInstant(name) !== null,
  )
  return newOptions(poll_type, names, option_meanings).sort((a, b) => a.priority - b.priority)
}

type TermsProps = { settings: PollSettings; plan: PollPlan; zone: string; now: Date }

/** When voting closes, who may vote, and who is told. */
export function PlanTerms({ settings, plan, zone, now }: TermsProps): VNode {
  return (
    <dl class="terms">
      <dt>Closes</dt>
      <dd>
        {settings.closing_at === null ? (
          'A draft: voting opens when you set a closing time.'
        ) : (
          <>
            <Time at={settings.closing_at} zone={zone} />
            {`, ${fromNow(settings.closing_at, now)}`}
          </>
        )}
      </dd>
      <dt>May vote</dt>
      <dd>{votersWords(settings, plan.voters)}</dd>
      <dt>Told now</dt>
      <dd>
        {plan.told === 0 ? 'Nobody gets a mail.' : `${count(plan.told, 'person gets', 'people get')} a mail.`}
      </dd>
      <dt>Reminder</dt>
      <dd>{REMINDERS[settings.notify_on_closing_soon]}</dd>
    </dl>
  )
}

function votersWords({ specified_voters_only }: PollSettings, voters: number): string {
  const people = count(voters, 'person', 'people')
  return specified_voters_only
    ? `${people}, named by you`
    : `${people}, and whoever joins while voting is open`
}

const REMINDERS: Record<PollSettings['notify_on_closing_soon'], string> = {
  nobody: 'None',
  author: 'To you, a day before the end',
  voters: 'To everyone who holds a ballot, a day before the end',
  undecided_voters: 'To those who have not voted, a day before the end',
}
