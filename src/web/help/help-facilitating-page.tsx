import type { FastifyReply } from 'fastify'
import { CLOSING_SOON_HOURS } from '../../polls/poll.ts'
import { REMINDER_PAUSE_HOURS } from '../../polls/remind-undecided.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { type Chapter, HelpFrame, TypesPart } from './help-frame-part.tsx'

const TITLE = 'Running polls and threads'
const ABOUT =
  'From a question to a decision that is written down. A thread or a poll is looked after by whoever started it, and by the admins of the group.'

export const facilitatingHelpPage = openPage({
  path: '/help/facilitating',
  show: showFacilitatingHelp,
})

/** GET /help/facilitating: for those who ask. */
async function showFacilitatingHelp(exchange: Exchange): Promise<FastifyReply> {
  const viewer = await signedIn(exchange)
  return sendPage(exchange, <HelpFrame title={TITLE} about={ABOUT} chapters={CHAPTERS} viewer={viewer} />)
}

const CHAPTERS: Chapter[] = [
  {
    id: 'making',
    title: 'Making a poll',
    text: (
      <>
        <p>
          Open your group, press <strong>New poll</strong> and choose a kind. A title, the options and a
          closing time are enough; “Settings” holds the rest. Beside the form you see the poll as voters will.
        </p>
        <p>
          <strong>Start poll</strong> opens it and asks everyone in the group to vote, by mail. Every member
          may start polls and threads.
        </p>
      </>
    ),
  },
  {
    id: 'thread-or-poll',
    title: 'A thread or a poll first?',
    text: (
      <p>
        Talk first where people may still change their minds: start a thread, and a poll inside it when the
        question is clear. Both are on the page of your group. A poll can stand alone; leave its closing time
        empty to keep it as a draft that nobody can vote in.
      </p>
    ),
  },
  { id: 'types', title: 'Which kind of poll', text: <TypesPart words="when_to_choose" /> },
  {
    id: 'voters',
    title: 'Who votes, and inviting more',
    text: (
      <>
        <p>
          A ballot goes to everyone in the group, or only to the people you name. Anybody with a mail address
          can be named: they become a guest of that poll, need no account, and see nothing else of the group.
          While voting is open, “Invite voters” on the poll’s page gives out more ballots.
        </p>
        <p>
          People invited to a thread read it, comment, and get a ballot in those of its polls that are open to
          everyone. “Readers” beside the thread lists them; who looks after the thread can remove a guest
          there.
        </p>
        <p>
          Where mail does not arrive, admins hand on links themselves: “Copy all links” under “See who has
          voted” makes one for everybody who has not voted, and in the group’s list of invitations one for
          everybody who has not joined. Each copy is recorded. There is no such list for an anonymous poll: it
          would tell who has voted.
        </p>
      </>
    ),
  },
  {
    id: 'secrecy',
    title: 'Anonymous, and when results show',
    text: (
      <p>
        Choose both before voting opens: while it is open results can be hidden longer and never shown sooner,
        and an anonymous poll stays one. Its results show when it has closed, whatever you choose: totals that
        move as votes arrive give votes away.{' '}
        <a href="/help/voting#anonymous">What anonymous means, and what it does not</a>
      </p>
    ),
  },
  {
    id: 'passing',
    title: 'What a poll must reach to pass',
    text: (
      <>
        <p>
          If you set nothing, those who read a result decide what it means. If you set rules, the result says
          by itself “Passed” or “Not passed”, on the page, in mails and to programs; or “Rules met” where no
          rule asks for votes for anything:
        </p>
        <ul>
          <li>a quorum: so many percent of all who may vote must do so;</li>
          <li>
            conditions: an option needs at least, or at most, so many percent of those who vote or of all
            voters. Those who abstain have voted, and count;
          </li>
          <li>
            stop at a single block: it makes a proposal fail. The form proposes it as soon as Block is one of
            the positions; without it a block is counted, and the proposal can pass all the same.
          </li>
        </ul>
        <p>
          A poll passes when it keeps all of its rules. Shares are compared exactly, not as they are rounded
          on the page: 50.01 percent is more than half, and 66.66 percent two thirds. Voters see the rules
          before they vote, so they stay as they are once voting has opened. Where nobody voted, and the rules
          only limit (at most, no block), nothing is decided.
        </p>
      </>
    ),
  },
  {
    id: 'reminding',
    title: 'Reminding and closing',
    text: (
      <>
        <p>
          {`A poll can remind by itself, ${CLOSING_SOON_HOURS} hours before it closes. “Remind those who have not voted” does it at once, at most once in ${REMINDER_PAUSE_HOURS} hours. Nobody who has voted is reminded, and in an anonymous poll you are not told who was.`}
        </p>
        <p>
          A poll closes by itself at its time. You can close it earlier, or move the time while it is open. A
          closed poll can be opened again unless it is anonymous.
        </p>
      </>
    ),
  },
  {
    id: 'outcomes',
    title: 'The outcome',
    text: (
      <p>
        A result is numbers; an outcome says what follows. When a poll has closed, publish what was decided,
        on which option where there is one, and a day to look at it again: on that day you get a mail. All who
        could vote are told once. You can edit an outcome later; what it said is kept, and nobody is told
        again, unless a meeting gets another time. All outcomes of a group stand under “Decisions”.
      </p>
    ),
  },
  {
    id: 'keeping',
    title: 'Keeping and checking results',
    text: (
      <>
        <p>
          A closed poll offers its ballots as CSV, for spreadsheets, and as JSON; printed, its page is the
          minute. Whoever has the JSON file can count it again, and decide by the rules of the poll again,
          without this service’s database:
        </p>
        <pre>
          <code>folkmoot recount ballots-KEY.json</code>
        </pre>
        <p>
          The files of an anonymous poll hold the ballots without names, in an order that says nothing of when
          they came. The others name the voters, and in <code>cast_by_key</code> the API key that has cast a
          ballot for its voter, if one has. “Who was given a ballot”, beside the poll, lists who could vote
          and why; never who did.
        </p>
      </>
    ),
  },
  {
    id: 'inviting',
    title: 'Inviting people to the group',
    text: (
      <p>
        Admins press “Invite people” on the page of the members and paste mail addresses, with names or
        without. Each of them gets a mail with a link to join, and a ballot in the polls that are open for
        everyone. Who has not joined stands under “Invited”, with a link to send again or to copy.
      </p>
    ),
  },
  {
    id: 'admins',
    title: 'What admins do',
    text: (
      <>
        <p>
          Admins invite and remove members, make others admins, change what the group says of itself, and look
          after all of its threads and polls. Under “Settings” they find keys for programs, webhooks, the
          outbox with every mail of the group, and the history of who did what.
        </p>
        <p>
          Admins see results no sooner than others, and in an anonymous poll never who chose what. A group
          keeps at least one admin.
        </p>
      </>
    ),
  },
]
