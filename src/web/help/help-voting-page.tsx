import type { FastifyReply } from 'fastify'
import { TYPE_COUNT } from '../../polls/poll-words.ts'
import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import { ANONYMOUS_RESULTS_RULE } from '../poll-words/poll-words.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { type Chapter, HelpFrame, TypesPart } from './help-frame-part.tsx'

const TITLE = 'Voting and taking part'
const ABOUT = 'How your ballot comes to you, how to fill it in, and who can see what you chose.'

export const votingHelpPage = openPage({
  path: '/help/voting',
  show: showVotingHelp,
})

/** GET /help/voting: for those who vote. */
async function showVotingHelp(exchange: Exchange): Promise<FastifyReply> {
  const viewer = await signedIn(exchange)
  return sendPage(exchange, <HelpFrame title={TITLE} about={ABOUT} chapters={CHAPTERS} viewer={viewer} />)
}

const CHAPTERS: Chapter[] = [
  {
    id: 'ballot',
    title: 'Your ballot',
    text: (
      <>
        <p>
          When your vote is asked for you get a mail with a link. It opens the poll with your ballot in it: no
          account, no password. Choose, then press <strong>Cast vote</strong>.
        </p>
        <p>Your vote counts once the page says “You voted”, and not before.</p>
        <p>
          Voting closes at the time the poll names, to the second. The time is told in your own zone, if you
          have set it in <a href="/account">your account</a>.
        </p>
      </>
    ),
  },
  {
    id: 'changing',
    title: 'Changing your vote',
    text: (
      <p>
        While voting is open the same link shows your vote: unfold your ballot, choose anew and press{' '}
        <strong>Change vote</strong>. The last vote counts. In an anonymous poll a vote cannot be changed,
        because nobody can find it again.
      </p>
    ),
  },
  {
    id: 'link',
    title: 'Your link is you',
    text: (
      <>
        <p>
          Whoever opens your link votes as you. Do not pass the mail on. The page says whose ballot it shows;
          if that is not you, press “I am not …” there.
        </p>
        <p>
          If the mail is lost, sign in: your polls wait on the first page. Or ask whoever runs the poll for
          another link.
        </p>
        <p>
          Where mail does not arrive, an admin can copy your link and hand it to you. It votes like the one in
          a mail, the page says that it was copied, and who copied it is recorded. It does not show that your
          address is yours. In an anonymous poll it does not tell whether you have voted.
        </p>
      </>
    ),
  },
  {
    id: 'joining',
    title: 'Joining a group',
    text: (
      <>
        <p>
          The mail that invites you lists the open polls, each with your link. Voting by one of them makes you
          a member of the group; in an anonymous poll it does not, because that would tell that you voted.
        </p>
        <p>
          “Join” on the page of the invitation makes you a member, too. If you came by the link in your mail,
          never signed in before and are in no other group, it also signs you in, once. In all other cases you
          sign in yourself. A link that an admin copied lets you join and does not sign you in.
        </p>
      </>
    ),
  },
  {
    id: 'signing-in',
    title: 'Signing in',
    text: (
      <>
        <p>
          There are no passwords. <a href="/sign-in">Type your mail address</a>, and you get a mail with a
          link and a code of six digits. Either signs you in; use whichever is easier.
        </p>
        <ul>
          <li>{`Both can be used once, within ${SIGN_IN_MINUTES} minutes.`}</li>
          <li>
            {`The code works only in the browser in which you asked for it, and after ${MAX_CODE_TRIES} wrong tries no more. Then ask for another mail.`}
          </li>
          <li>
            No mail came? Look among the unwanted ones, and check that it is the address your group knows. The
            page answers the same for every address, so that nobody can find out who is a member.
          </li>
        </ul>
        <p>
          In <a href="/account">your account</a> you see every browser that is signed in, and can sign it out.
        </p>
      </>
    ),
  },
  { id: 'types', title: `The ${TYPE_COUNT} ballots`, text: <TypesPart words="filling_in" /> },
  {
    id: 'seen',
    title: 'Who sees what you chose',
    text: (
      <p>
        The top of the poll says whether it is anonymous. If it is not, your name stands beside your vote and
        your reason for everyone who may see the results. If it is, nobody sees what you chose, admins
        included: <a href="#anonymous">what anonymous means</a>.
      </p>
    ),
  },
  {
    id: 'results',
    title: 'When you see results',
    text: (
      <p>
        Every poll says from when on its results can be seen: at any time, once you have voted, or when voting
        has closed. Until then you do not see them, admin or not, on any page or in any mail.
      </p>
    ),
  },
  {
    id: 'anonymous',
    title: 'What anonymous means',
    text: (
      <>
        <p>
          In a poll that is not anonymous your name stands beside your vote wherever results may be seen. In
          an anonymous one:
        </p>
        <ul>
          <li>No page, mail, file or answer joins you to what you chose: for nobody, admins included.</li>
          <li>That you have voted is kept, so that your ballot counts once. What you chose is kept apart.</li>
          <li>Your vote cannot be looked up, changed or taken back, and it carries no reason.</li>
          <li>{ANONYMOUS_RESULTS_RULE}</li>
          <li>
            Once the votes are counted and the poll’s key is destroyed (its page says when), what is stored
            cannot be joined either.
          </li>
        </ul>
        <p>What we do not promise:</p>
        <ul>
          <li>Whoever controls the running server could watch ballots arrive.</li>
          <li>A very small group, or one in which all choose alike, gives itself away by its result.</li>
          <li>Nothing here helps against somebody who looks over your shoulder or makes you vote.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'mails',
    title: 'Mails, and how to stop them',
    text: (
      <p>
        You are told when your vote is asked for, perhaps once more before voting closes if you have not
        voted, when a comment names or answers you, and when an outcome is published. Every mail ends with a
        link that stops all mails of its group; in <a href="/account">your account</a> you can stop and start
        them too.
      </p>
    ),
  },
  {
    id: 'keys',
    title: 'Keyboard shortcuts',
    text: (
      <p>
        Press <kbd>?</kbd> on any page for the list of keys: home, the threads and polls of your group, a new
        poll, the next and the previous item of a list. They rest while you type in a field, and you can turn
        them off in the list, which is at the foot of each page too.
      </p>
    ),
  },
]
