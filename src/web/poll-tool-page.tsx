import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { Act } from '../db/db.ts'
import { Invalid, NotFound } from '../errors.ts'
import { fullName } from '../groups/group.ts'
import { bodyOf } from '../http/credentials.ts'
import { addOptions } from '../polls/add-options.ts'
import { closePoll, sealPoll } from '../polls/close-poll.ts'
import { editPoll } from '../polls/edit-poll.ts'
import { inviteVoters } from '../polls/invite-voters.ts'
import { openPoll, reopenPoll } from '../polls/open-poll.ts'
import { HIDE_RESULTS, type Poll, pollState } from '../polls/poll.ts'
import { publishOutcome } from '../polls/publish-outcome.ts'
import { remindUndecided } from '../polls/remind-undecided.ts'
import { instantIn } from '../text/local-time.ts'
import { actAs } from './act.ts'
import { type Exchange, sendPage } from './exchange.ts'
import { Faults, type FormState } from './form-part.tsx'
import { formText } from './form-text.ts'
import { Layout } from './layout.tsx'
import { once } from './once.ts'
import { Once } from './once-part.tsx'
import * as forms from './poll-tool-forms.tsx'
import { requireAbility, TOOLS, type Tool, toolLabel } from './poll-tools.ts'
import { type PollView, viewPoll } from './poll-view.ts'
import { RULE_LABELS, readRules, ruleValues } from './rule-fields-part.tsx'
import { requireSameOrigin } from './same-origin.ts'

const UNPROCESSABLE = 422

/** What is done with what the form says. */
type Deed = (act: Act, view: PollView, exchange: Exchange) => Promise<unknown>

type Page = { Form: forms.ToolForm; button: string; values?: (view: PollView) => object; deed: Deed }

const closing = (view: PollView, exchange: Exchange) =>
  instantIn(view.visit.visitor.time_zone, formText(exchange, 'closing_at'))

/** A time that cannot be read is one that must be mended. */
function closingOrFail(view: PollView, exchange: Exchange): Date {
  const at = closing(view, exchange)
  if (at === null)
    throw new Invalid([{ field: 'closing_at', code: 'invalid', message: 'must be a date and time' }])
  return at
}

const linesOf = (text: string, pattern: RegExp) =>
  text
    .split(pattern)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const PAGES: Record<string, Page> = {
  open: {
    Form: forms.OpenForm,
    button: 'Open voting',
    deed: (act, view, exchange) => openPoll(act, view.visit.loaded.poll.id, closingOrFail(view, exchange)),
  },
  reopen: {
    Form: forms.ReopenForm,
    button: 'Open voting again',
    deed: (act, view, exchange) => reopenPoll(act, view.visit.loaded.poll.id, closingOrFail(view, exchange)),
  },
  close: {
    Form: forms.CloseForm,
    button: 'Close voting now',
    deed: (act, view) => closePoll(act, view.visit.loaded.poll.id),
  },
  remind: {
    Form: forms.RemindForm,
    button: 'Remind them now',
    deed: (act, view) => remindUndecided(act, view.visit.loaded.poll.id),
  },
  outcome: {
    Form: forms.OutcomeForm,
    button: 'Publish',
    values: forms.outcomeValues,
    deed: (act, view, exchange) =>
      publishOutcome(act, {
        poll_id: view.visit.loaded.poll.id,
        ...forms.readOutcome(view, exchange),
      }),
  },
  options: {
    Form: forms.OptionsForm,
    button: 'Add them',
    deed: (act, view, exchange) =>
      addOptions(act, view.visit.loaded.poll.id, linesOf(formText(exchange, 'options'), /\r?\n/)),
  },
  invite: {
    Form: forms.InviteForm,
    button: 'Invite them',
    deed: (act, view, exchange) =>
      inviteVoters(act, {
        poll_id: view.visit.loaded.poll.id,
        emails: linesOf(formText(exchange, 'emails'), /[\s,;]+/),
        user_ids: [],
      }),
  },
  edit: {
    Form: forms.EditForm,
    button: 'Save the changes',
    values: (view) => {
      const { poll } = view.visit.loaded
      const { title, details, hide_results } = poll
      const closing_at = forms.closingText(view)
      return { title, details: details ?? '', hide_results, closing_at, ...ruleValues(poll) }
    },
    deed: editAsTyped,
  },
}

async function editAsTyped(act: Act, view: PollView, exchange: Exchange): Promise<void> {
  const { poll } = view.visit.loaded
  const details = formText(exchange, 'details')
  const hiding = formText(exchange, 'hide_results')
  const { rules, problems } = rulesAsTyped(view, exchange)
  const edit = {
    title: formText(exchange, 'title').trim(),
    details: details.trim() === '' ? null : details,
    closing_at: closingAsTyped(view, exchange),
    hide_results: HIDE_RESULTS.find((one) => one === hiding) ?? poll.hide_results,
    ...rules,
  }
  await editPoll(act, poll.id, edit, problems)
}

/** Once voting has opened the form has no rules. */
function rulesAsTyped({ visit: { loaded } }: PollView, { request }: Exchange) {
  if (pollState(loaded.poll, loaded.now).is === 'draft') return readRules(bodyOf(request).fields)
  const { quorum_pct, thresholds, no_block } = loaded.poll
  return { rules: { quorum_pct, thresholds, no_block }, problems: [] }
}

/** A closing time that was not touched stays to the millisecond: fields show minutes. */
function closingAsTyped(view: PollView, exchange: Exchange): Poll['closing_at'] {
  const { poll } = view.visit.loaded
  if (poll.closing_at === null || formText(exchange, 'closing_at') === forms.closingText(view))
    return poll.closing_at
  return closingOrFail(view, exchange)
}

type Asked = { tool: Tool; page: Page; view: PollView }

async function ask(exchange: Exchange, path: string): Promise<Asked> {
  const tool = TOOLS.find((one) => one.path === path)
  const page = PAGES[path]
  if (tool === undefined || page === undefined) throw new NotFound()
  return { tool, page, view: await viewPoll(exchange) }
}

/** GET /p/KEY/TOOL: says what would happen, and asks for what it takes. */
export async function showTool(exchange: Exchange, path: string): Promise<FastifyReply> {
  const { tool, page, view } = await ask(exchange, path)
  requireAbility(view.visit, tool.ability)
  const form: FormState = { values: { ...page.values?.(view) }, problems: [] }
  return sendPage(exchange, <ToolPage tool={tool} page={page} view={view} form={form} />)
}

/** POST /p/KEY/TOOL: does it, and goes back to the poll. */
export async function useTool(exchange: Exchange, path: string): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const { tool, page, view } = await ask(exchange, path)
  const { poll } = view.visit.loaded
  try {
    await actAs(services, view.visit.visitor.id, (act) =>
      once(exchange, act, async () => {
        requireAbility(view.visit, tool.ability)
        await page.deed(act, view, exchange)
      }),
    )
  } catch (refusal) {
    if (!(refusal instanceof Invalid)) throw refusal
    const form = { values: bodyOf(request).fields, problems: refusal.problems }
    return sendPage(exchange, <ToolPage tool={tool} page={page} view={view} form={form} />, UNPROCESSABLE)
  }
  // An anonymous poll is counted at once rather than at the next turn of the clock.
  if (path === 'close' && poll.anonymous) await sealPoll(services.db, poll.id)
  return reply.redirect(`/p/${poll.key}${tool.done === undefined ? '' : `?done=${tool.path}`}`, 303)
}

function ToolPage({ tool, page, view, form }: Asked & { form: FormState }): VNode {
  const { poll, in_group } = view.visit.loaded
  const back = `/p/${poll.key}`
  const label = toolLabel(tool, view.visit.loaded)
  return (
    <Layout
      title={`${label}: ${poll.title}`}
      group_name={fullName(in_group.group, in_group.parent)}
      crumbs={[{ label: poll.title, href: back }]}
      viewer={view.viewer}
    >
      <h1>{label}</h1>
      <form class="stack" method="post" action={`${back}/${tool.path}`}>
        <Faults problems={form.problems} labels={LABELS} />
        <Once />
        <page.Form view={view} form={form} />
        <p class="row">
          <button class="button" type="submit">
            {page.button}
          </button>
          <a href={back}>Back to the poll</a>
        </p>
      </form>
    </Layout>
  )
}

const LABELS = {
  closing_at: 'Closing time',
  statement: 'Outcome',
  poll_option_id: 'Decided on',
  review_on: 'Day of review',
  options: 'Options',
  emails: 'Addresses',
  title: 'Title',
  details: 'Details',
  hide_results: 'Results',
  ...RULE_LABELS,
}
