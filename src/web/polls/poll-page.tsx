import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { queryOf } from '../../http/credentials.ts'
import { t } from '../../locales/say.ts'
import { loadPollVisit } from '../../members/visits/load-visit.ts'
import { FILE_FIELD, HEAD_FILE } from '../../polls/heads/head-in-link.ts'
import { markInLink, QUESTION_FIELD, questionAsked } from '../../polls/past/question-asked.ts'
import { kindName } from '../../polls/poll-words.ts'
import { isFromThread } from '../../users/mint-link.ts'
import { THREAD_FIELD } from '../../users/personal-link.ts'
import { EMPTY, type Filled, isOwnChoice, typedAs, typedByLink } from '../ballots/ballot-form.ts'
import { isRefused } from '../ballots/ballot-part.tsx'
import type { Crumb } from '../parts/crumbs-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { LivePart } from '../parts/live-part.tsx'
import { leftOutIn } from '../parts/told-part.tsx'
import { Details } from '../poll-words/details-part.tsx'
import { PublicNote } from '../public/embed-part.tsx'
import { withPublic } from '../public/or-public.ts'
import { showPublicPoll } from '../public/public-poll-page.tsx'
import { numberInQuery } from '../request/address.ts'
import { sendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { sendKeptPage } from '../request/kept-pages.ts'
import { forgetToken, keepToken, keptToken, linkToken } from '../request/link-cookie.ts'
import { KeyMissingNote } from '../results/anonymous-part.tsx'
import { Flooded } from '../results/open-votes-part.tsx'
import { EarlierOutcomes, OutcomePart } from '../results/outcome-part.tsx'
import { sheetsOfResults } from '../results/results-part.tsx'
import {
  loadRefusalOfPoll,
  loadUnsentOnArrival,
  PollEmailNote,
  type Unsent,
  unsentFor,
} from '../visits/email-note-part.tsx'
import { ImportedPollNote } from '../visits/imported-part.tsx'
import { sightOfPoll } from '../visits/live-sight.ts'
import { openPage, type PageExchange } from '../visits/page.ts'
import { abilitiesOf, againPath, opensGroup, type Tool, toolsAmong } from '../visits/poll-tools.ts'
import { mayVoteNow, type PollView, viewPoll } from '../visits/poll-view.ts'
import { arriveAtPoll, opensOwn, pollPath } from '../visits/poll-visit.ts'
import { Tags } from '../visits/tags-part.tsx'
import { rich } from '../words/rich.tsx'
import { type After, AlreadyVoted, afterVote, LedHere, NOTHING_CAST } from './after-vote-part.tsx'
import { BallotNote, readsQuestionFirst } from './ballot-note-part.tsx'
import { PollPastNote } from './past-note-part.tsx'
import { PollFacts } from './poll-facts-part.tsx'
import { gridOf, isCounted, Rest, Totals } from './poll-results-part.tsx'
import { TimesOver } from './proposed-times-part.tsx'
import { hasStarted, Started } from './started-part.tsx'
import { DraftTools, isManaged, ManageButton, ToolsPart, ToolUsed, Unreminded } from './tools-part.tsx'
import { Asked } from './voting-part.tsx'

export const pollHomePage = withPublic(
  openPage({ path: '/p/:key', who: { poll: 'see' }, show: showPoll }),
  showPublicPoll,
)

/**
 * GET /p/KEY, also with ?k=TOKEN, with ?choice=NAME&question=MARK from a mail, and with ?own from a person's
 * own list. NotFound both for missing polls and for polls the visitor may not see.
 */
async function showPoll(exchange: PageExchange): Promise<FastifyReply> {
  const token = linkToken(exchange.request)
  if (token !== null) return followLink(exchange, token)
  const arrival = await arriveAtPoll(exchange)
  if (opensOwn(exchange, arrival)) return openOwn(exchange)
  const query = queryOf(exchange.request)
  const { choice, question, already, sent, joined, done, open, led, reminder } = query
  const people = numberInQuery(exchange, 'people', 0)
  const waiting = await loadUnsentOnArrival(exchange, arrival)
  const link = `${exchange.services.config.public_url}${pollPath(exchange)}`
  const makePage = async () => {
    const view = await viewPoll(exchange, arrival)
    const tools = toolsAmong(exchange.pages)
    const unsent = unsentFor(view.visit, waiting)
    const told = { people, left_out: leftOutIn(exchange), sends: sendsMail(exchange) }
    const started = hasStarted(view, done)
    const note = (
      <>
        {led !== undefined && <LedHere view={view} sent={led === 'sent'} />}
        {already !== undefined && <AlreadyVoted view={view} />}
        <ToolUsed view={view} tools={tools} used={{ name: done, unreminded: reminder === 'none', ...told }} />
      </>
    )
    const said = {
      note,
      started: started ? (
        <Started
          view={view}
          told={{ ...told, people: query['people'] === undefined ? null : people, unsent }}
          refusal={await loadRefusalOfPoll(exchange, view.visit)}
          unreminded={reminder === 'none' ? <Unreminded visit={view.visit} tools={tools} /> : null}
          link={link}
        />
      ) : null,
      after: afterVote(view, { joined, sent }),
      unsent: started ? null : unsent,
    }
    return (
      <PollPage view={view} tools={tools} filled={fill(view, { choice, question })} link={link} {...said} />
    )
  }
  if ([choice, already, sent, joined, done, open, led].some((said) => said !== undefined))
    return sendPage(exchange, await makePage())
  return sendKeptPage(exchange, `${arrival.stamp} ${waiting} ${isFromThread(keptToken(exchange))}`, makePage)
}

/**
 * Stores the link's token and redirects to the clean URL, which keeps the choice of the mail's link and leads
 * to it, to the signed result, or to the thread. Otherwise it names no place on the page: people read the
 * question first.
 */
async function followLink(exchange: Exchange, token: string): Promise<FastifyReply> {
  const visit = await loadPollVisit(exchange.services.db.pool, await arriveAtPoll(exchange, token))
  const query = queryOf(exchange.request)
  const { choice, question, [FILE_FIELD]: file } = query
  if (file === HEAD_FILE) return keepToken(exchange, token, { path: pollPath(exchange), rest: '/head' })
  if (query[THREAD_FIELD] !== undefined)
    return keepToken(exchange, token, { path: pollPath(exchange), rest: '/thread' })
  const mark = markInLink(question)
  const chosen = typedByLink(visit.loaded.poll, visit.loaded.options, choice)
  const asked = mark === null ? '' : `&${QUESTION_FIELD}=${mark}`
  const rest = chosen === null ? '' : `?choice=${encodeURIComponent(String(choice))}${asked}#ballot`
  return keepToken(exchange, token, { path: pollPath(exchange), rest })
}

/** Makes this browser forget the link of another person to the poll, for the person who is signed in. */
function openOwn(exchange: Exchange): FastifyReply {
  forgetToken(exchange, pollPath(exchange))
  return exchange.reply.redirect(pollPath(exchange), 303)
}

/**
 * The ballot as cast; with another choice if a mail's link names one, for the question that it asked. A link
 * that was opened again after the vote names no other.
 */
function fill(
  { visit: { loaded }, own }: PollView,
  { choice, question }: { choice: unknown; question: unknown },
): Filled {
  const { poll, options } = loaded
  const cast = own === null ? EMPTY : typedAs(poll, options, own)
  const byLink = typedByLink(poll, options, choice)
  const mark = markInLink(question)
  const asked_other = mark !== null && mark !== questionAsked(poll, options)
  if (byLink === null || (!asked_other && isOwnChoice(poll, options, { typed: byLink, own })))
    return { typed: cast, faults: null, kept: null }
  return { typed: { ...cast, chosen: byLink.chosen }, faults: null, kept: 'chosen', asked_other }
}

/**
 * The page; `note` comes first: what has just happened, or failed. `started`: the message to the person who
 * has just started the poll. `after`: about a vote just cast. `link`: the poll's URL, for members who may
 * show a public poll elsewhere. `unsent`: for the note beside the poll that mails wait.
 */
export function PollPage({
  view,
  tools,
  filled,
  note,
  started = null,
  after = NOTHING_CAST,
  link,
  unsent = null,
}: {
  view: PollView
  tools: Tool[]
  filled: Filled
  note: VNode | null
  started?: VNode | null
  after?: After
  link?: string
  unsent?: Unsent
}): VNode {
  const { visitor, loaded } = view.visit
  const { poll, in_group } = loaded
  const group_name = fullName(in_group.group, in_group.parent)
  const grid = gridOf(view)
  const question_first = readsQuestionFirst(view)
  const side = (
    <>
      <PollFacts
        loaded={loaded}
        zone={visitor.time_zone}
        fingerprint={view.head?.fingerprint ?? null}
        again={againPath(view.visit)}
        link={link ?? null}
      />
      <ToolsPart visit={view.visit} tools={tools} />
      <PollEmailNote visit={view.visit} unsent={unsent} />
    </>
  )
  return (
    <Layout
      title={poll.title}
      group_name={group_name}
      names_group
      crumbs={crumbsOf(view)}
      side={side}
      below={grid === null ? undefined : <Rest view={view} grid={grid} link={link} />}
      sheets={[
        'ballot',
        'poll',
        ...(isManaged(view.visit) ? ['manage' as const, 'thumb' as const] : []),
        ...sheetsOfResults({ poll, counted: view.counted }),
      ]}
      viewer={view.viewer}
    >
      <header>
        <p class="kicker">
          {rich('poll.kind_in_group', {
            type: kindName(poll),
            group: <bdi>{group_name}</bdi>,
          })}
        </p>
        <h1 dir="auto" lang={poll.content_locale ?? undefined}>
          {poll.title}
        </h1>
        <Tags tags={poll.tags} handle={opensGroup(view.visit) ? in_group.group.handle : null} />
        <ImportedPollNote poll={poll} zone={visitor.time_zone} />
        {!question_first && <PollPastNote view={view} />}
        <ManageButton visit={view.visit} />
      </header>
      {question_first && <Details poll={poll} short={view.own === null} />}
      <PublicNote loaded={loaded} />
      {note}
      {!mayVoteNow(view.visit) && filled.note}
      <KeyMissingNote loaded={loaded} facilitates={abilitiesOf(view.visit).includes('close')} />
      {loaded.open_flooded && abilitiesOf(view.visit).includes('open_links') && <Flooded />}
      <TimesOver visit={view.visit} />
      <BallotNote view={view} started={started} after={after} refused={isRefused(filled)}>
        <DraftTools visit={view.visit} tools={tools} />
      </BallotNote>
      <OutcomePart loaded={loaded} replaced={view.past.replaced} zone={visitor.time_zone} />
      <EarlierOutcomes loaded={loaded} withdrawn={view.past.withdrawn} zone={visitor.time_zone} />
      {isCounted(loaded) ? (
        <Totals view={view} />
      ) : (
        <Asked view={view} filled={filled} after={after} asked={question_first} />
      )}
      {grid === null && <Rest view={view} grid={null} link={link} />}
      <LivePart path={`/p/${poll.key}`} print={sightOfPoll(view).print} />
    </Layout>
  )
}

/**
 * Breadcrumbs: the group, for signed-in members, then the thread or the list of polls. Guests, and people who
 * came by a link, get the thread, if they may read it, and not the group.
 */
function crumbsOf(view: PollView): Crumb[] {
  const { in_group, thread } = view.visit.loaded
  const group = `/g/${in_group.group.handle}`
  const enters = opensGroup(view.visit)
  const up =
    view.thread_path !== null && thread !== null
      ? [{ label: thread.discussion.title, href: view.thread_path }]
      : enters
        ? [{ label: t('group.tab_polls'), href: `${group}/polls` }]
        : []
  return [...(enters ? [{ label: fullName(in_group.group, in_group.parent), href: group }] : []), ...up]
}
