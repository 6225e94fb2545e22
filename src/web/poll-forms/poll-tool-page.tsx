import type { FastifyReply } from 'fastify'
import { Invalid, refuse } from '../../errors.ts'
import { loadOfferedTags } from '../../groups/tags/load-tags.ts'
import { joinTags, splitTags } from '../../groups/tags/tag.ts'
import { bodyOf } from '../../http/credentials.ts'
import { loadOutcomeReach } from '../../notifications/load-mail-reach.ts'
import { loadReminderReach } from '../../notifications/load-reminder-reach.ts'
import { loadReopeningReach, loadWithdrawalReach } from '../../notifications/load-withdrawal-reach.ts'
import { addOptions } from '../../polls/add-options.ts'
import { inviteVoters } from '../../polls/ballots/invite-voters.ts'
import { closePoll } from '../../polls/close-poll.ts'
import { reopenPoll } from '../../polls/open-poll.ts'
import { publishOutcome } from '../../polls/outcomes/publish-outcome.ts'
import { takeBackOutcome } from '../../polls/outcomes/withdraw-outcome.ts'
import { remindUndecided } from '../../polls/remind-undecided.ts'
import { setPollTags } from '../../polls/tags/set-poll-tags.ts'
import { sealPoll } from '../../polls/urn/seal-poll.ts'
import { splitAddresses } from '../../users/address-list.ts'
import { endDraft } from '../../users/drafts/discard-draft.ts'
import { loadDraft } from '../../users/drafts/load-draft.ts'
import { inFormsWords } from '../poll-words/poll-words.ts'
import { actAs } from '../request/act.ts'
import { inFormZone } from '../request/browser-zone.ts'
import { type Exchange, refusedStatus, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { once } from '../request/once.ts'
import { NO_DRAFT } from '../visits/draft-note-part.tsx'
import { loadUnsentOfPoll } from '../visits/email-note-part.tsx'
import { answerDraft, draftPageIn, keepSentBack } from '../visits/form-draft.ts'
import type { Page } from '../visits/page.ts'
import { pollToolPage, requireAbility, requireRight, viewBySentForm } from '../visits/poll-tools.ts'
import type { PollView } from '../visits/poll-view.ts'
import { proposedClosing } from './empty-poll.ts'
import {
  checkEdits,
  checkShown,
  OutcomeForm,
  outcomeValues,
  readOutcome,
  WithdrawForm,
} from './outcome-form-part.tsx'
import {
  closingOrFail,
  closingProblems,
  doneQuery,
  editAsTyped,
  editValues,
  openAsTyped,
  optionsOrFail,
  toldQuery,
  typedEditProblems,
  typedOptionProblems,
} from './poll-tool-fields.ts'
import * as forms from './poll-tool-forms.tsx'
import { draftOf, keepLater, type Props, type ToolForm, ToolPage, takeLater } from './poll-tool-part.tsx'

/** The page of a tool, for people with its ability. */
function toolPage(tool: ToolForm): Page {
  const path = `/p/:key/${tool.name}`
  return pollToolPage({
    path,
    may: tool.ability,
    tool: tool.link,
    show: (exchange, view) => showTool(exchange, view, tool),
    acts: { [path]: (exchange) => useTool(exchange, tool) },
  })
}

const closingProposed = ({ visit }: PollView) => ({
  closing_at: proposedClosing(visit.visitor.time_zone, visit.loaded.now),
})

export const openVotingPage = toolPage({
  name: 'open',
  ability: 'open',
  link: { label: 'poll_tool.open', done: 'poll.is_open', done_by: 'close' },
  Form: forms.OpenForm,
  mails: true,
  button: 'poll_tool.open',
  values: (view) => ({ ...closingProposed(view), tell: 'voters' }),
  check: closingProblems,
  deed: openAsTyped,
})

export const reopenPage = toolPage({
  name: 'reopen',
  ability: 'reopen',
  link: { label: 'poll_tool.reopen', done: 'poll_tool.reopened', done_by: 'close' },
  Form: forms.ReopenForm,
  mails: true,
  withdraws: true,
  button: 'poll_tool.reopen',
  values: closingProposed,
  check: closingProblems,
  deed: (act, view, exchange) => reopenPoll(act, view.visit.loaded.poll.id, closingOrFail(view, exchange)),
})

export const closePage = toolPage({
  name: 'close',
  ability: 'close',
  link: { label: 'poll_tool.close', done: 'poll_tool.closed', done_by: 'publish_outcome' },
  Form: forms.CloseForm,
  button: 'poll_tool.close',
  deed: (act, view) => closePoll(act, view.visit.loaded.poll.id),
})

export const remindPage = toolPage({
  name: 'remind',
  ability: 'remind',
  link: {
    label: 'poll_tool.remind',
    done: 'poll_tool.reminded',
    done_unsent: 'poll_tool.reminders_wait',
  },
  Form: forms.RemindForm,
  mails: true,
  reminds: true,
  button: 'poll_tool.remind_now',
  ready: forms.canRemind,
  deed: (act, view) => remindUndecided(act, view.visit.loaded.poll.id),
})

export const outcomePage = toolPage({
  name: 'outcome',
  ability: 'publish_outcome',
  link: {
    label: 'poll_tool.publish_outcome',
    label_published: 'poll_tool.edit_outcome',
    done: 'poll_tool.published',
    done_edited: 'poll_tool.outcome_edited',
  },
  Form: OutcomeForm,
  publishes: true,
  button: 'poll_tool.publish',
  button_published: 'poll_tool.save',
  values: outcomeValues,
  edits: true,
  draft: 'statement',
  // Without its id, which is not a number of people.
  deed: async (act, view, exchange) => {
    refuse(checkEdits(view, exchange))
    const { poll, outcome } = view.visit.loaded
    const id = await publishOutcome(act, { poll_id: poll.id, ...readOutcome(view, exchange) })
    return id !== outcome?.outcome.id
  },
})

export const withdrawOutcomePage = toolPage({
  name: 'withdraw-outcome',
  ability: 'publish_outcome',
  link: { label: 'poll_tool.withdraw_outcome', done: 'poll_tool.outcome_withdrawn', of_outcome: true },
  Form: WithdrawForm,
  takes_back: true,
  button: 'poll_tool.withdraw_outcome',
  ready: ({ visit }) => visit.loaded.outcome !== null,
  deed: async (act, view, exchange) => {
    refuse(checkShown(view, exchange))
    return takeBackOutcome(act, view.visit.loaded.poll.id)
  },
})

export const optionsPage = toolPage({
  name: 'options',
  ability: 'add_options',
  link: { label: 'poll_tool.add_options', done: 'poll_tool.options_added' },
  Form: forms.OptionsForm,
  button: 'poll_tool.add_them',
  check: typedOptionProblems,
  deed: (act, view, exchange) => addOptions(act, view.visit.loaded.poll.id, optionsOrFail(view, exchange)),
})

export const inviteVotersPage = toolPage({
  name: 'invite',
  ability: 'invite_voters',
  link: { label: 'poll_tool.invite', done: 'poll_tool.invited' },
  mails: true,
  Form: forms.InviteForm,
  button: 'poll_tool.invite_them',
  deed: (act, view, exchange) =>
    inviteVoters(act, {
      poll_id: view.visit.loaded.poll.id,
      emails: splitAddresses(formText(exchange, 'emails')),
      user_ids: [],
    }),
})

export const pollTagsPage = toolPage({
  name: 'tags',
  ability: 'tag',
  link: { label: 'poll_tool.tags', done: 'poll_tool.tagged' },
  tags: true,
  Form: forms.TagsForm,
  button: 'poll_tool.save',
  values: ({ visit }) => ({ tags: joinTags(visit.loaded.poll.tags) }),
  edits: true,
  deed: (act, view, exchange) =>
    setPollTags(act, view.visit.loaded.poll.id, splitTags(formText(exchange, 'tags'))),
})

export const pollEditPage = toolPage({
  name: 'edit',
  ability: 'edit',
  link: { label: 'poll_tool.edit', done: 'poll_tool.edited' },
  tags: true,
  Form: forms.EditForm,
  button: 'poll_tool.save',
  values: editValues,
  edits: true,
  check: typedEditProblems,
  deed: editAsTyped,
})

/** GET /p/KEY/TOOL: explains the action, and shows its form. */
async function showTool(exchange: Exchange, opened: PollView, tool: ToolForm): Promise<FastifyReply> {
  const view = inItsZone(exchange, opened)
  const place = draftOf(tool, view)
  const draft = place === null ? null : await loadDraft(exchange.services.db.pool, place)
  const values = { ...tool.values?.(view) }
  const { fields, problems } =
    draft === null ? { fields: values, problems: [] } : keepLater(tool, view, draft.fields)
  return sendTool(exchange, {
    tool,
    view,
    form: { values: fields, problems },
    draft: { ...NO_DRAFT, kept_at: draft?.saved_at ?? null },
    opened: true,
  })
}

/** The view in the form's time zone. */
function inItsZone({ request }: Exchange, view: PollView): PollView {
  const visitor = inFormZone(request, view.visit.visitor)
  return { ...view, visit: { ...view.visit, visitor } }
}

/** POST /p/KEY/TOOL: performs the action, and redirects to the poll. */
async function useTool(exchange: Exchange, tool: ToolForm): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  const view = inItsZone(exchange, await viewBySentForm(exchange))
  const { poll } = view.visit.loaded
  requireRight(view.visit, tool.ability)
  if (tool.check !== undefined && isChecked(exchange)) {
    const form = {
      values: bodyOf(request).fields,
      problems: inFormsWords(poll.poll_type, tool.check(view, exchange)),
    }
    return sendTool(exchange, { tool, view, form })
  }
  const draft = draftOf(tool, view)
  const drafted = await answerDraft(exchange, draft)
  if (drafted !== null) return drafted
  const later = tool.edits ? takeLater(tool, view, exchange) : []
  try {
    refuse(later.length > 0 ? (tool.check?.(view, exchange) ?? []) : [], later)
    const made = await actAs(services, view.visit.visitor.id, (act) =>
      once(exchange, act, async () => {
        requireAbility(view.visit, tool.ability)
        const made = await tool.deed(act, view, exchange)
        if (draft !== null) await endDraft(act.tx, draft, draftPageIn(bodyOf(request).fields))
        return typeof made === 'number' || made === false ? made : null
      }),
    )
    // An anonymous poll is counted at once instead of by the next job.
    if (tool.name === 'close' && poll.anonymous) await sealPoll(services.db, poll.id)
    return reply.redirect(`/p/${poll.key}${doneQuery(tool, made)}${toldQuery(tool, view, exchange)}`, 303)
  } catch (refusal) {
    if (!(refusal instanceof Invalid)) throw refusal
    const form = { values: bodyOf(request).fields, problems: inFormsWords(poll.poll_type, refusal.problems) }
    const status = refusedStatus(exchange, refusal)
    const state = await keepSentBack(exchange, draft, view.visit.loaded.now)
    return sendTool(exchange, { tool, view, form, draft: state }, status)
  }
}

/** The script `form-steps` asks for the form as it is filled in, or as it is shown again. */
function isChecked(exchange: Exchange): boolean {
  return ['check', 'look'].includes(formText(exchange, 'step'))
}

/** How many people get a mail about the outcome. Null: the form says nothing of it. */
async function loadTold({ services }: Exchange, tool: ToolForm, { visit }: PollView): Promise<number | null> {
  const { pool } = services.db
  const { poll } = visit.loaded
  const actor_id = visit.visitor.id
  if (tool.publishes) return loadOutcomeReach(pool, poll, actor_id)
  return tool.takes_back ? loadWithdrawalReach(pool, { poll_id: poll.id, actor_id }) : null
}

async function sendTool(exchange: Exchange, shown: Props, status = 200): Promise<FastifyReply> {
  const { tool, view } = shown
  const unsent = tool.mails ? await loadUnsentOfPoll(exchange, view.visit) : null
  const { pool } = exchange.services.db
  const { poll } = view.visit.loaded
  const asked = { poll_id: poll.id, actor_id: view.visit.visitor.id }
  const offered = tool.tags ? await loadOfferedTags(pool, poll.group_id) : []
  const reach = tool.reminds ? await loadReminderReach(pool, poll, view.visit.visitor.id) : null
  const reopening = tool.withdraws ? await loadReopeningReach(pool, asked) : null
  const told = await loadTold(exchange, tool, view)
  return sendPage(exchange, <ToolPage {...shown} {...{ unsent, offered, reach, reopening, told }} />, status)
}
