import type { FastifyReply } from 'fastify'
import { sentences, t } from '../../locales/say.ts'
import { POLL_TYPE_NAMES } from '../../polls/types/index.ts'
import { MAX_CODE_TRIES, SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { rich } from '../words/rich.tsx'
import { type Chapter, type Help, HelpFrame, TypesPart } from './help-frame-part.tsx'
import { account, b, kbd, linkTo } from './prose.tsx'

export const votingHelpPage = openPage({
  path: '/help/voting',
  show: showVotingHelp,
})

/** GET /help/voting: for voters. */
async function showVotingHelp(exchange: Exchange): Promise<FastifyReply> {
  const viewer = await signedIn(exchange)
  return sendPage(exchange, <HelpFrame words={votingHelp} viewer={viewer} />)
}

const votingHelp = (): Help => ({
  title: t('help.voting.title'),
  about: t('help.voting.about'),
  chapters: [
    ballot(),
    {
      id: 'changing',
      title: t('help.voting.changing'),
      text: <p>{rich('help.voting.changing_1', { b })}</p>,
    },
    link(),
    joining(),
    signingIn(),
    {
      id: 'types',
      title: t('help.voting.types', { count: POLL_TYPE_NAMES.length }),
      text: <TypesPart words="filling_in" />,
    },
    {
      id: 'seen',
      title: t('help.voting.seen'),
      text: <p>{rich('help.voting.seen_1', { anonymous: linkTo('#anonymous') })}</p>,
    },
    { id: 'results', title: t('help.voting.results'), text: <p>{t('help.voting.results_1')}</p> },
    anonymous(),
    { id: 'mails', title: t('help.voting.mails'), text: <p>{rich('help.voting.mails_1', { account })}</p> },
    {
      id: 'notices',
      title: t('help.voting.notices'),
      text: <p>{rich('help.voting.notices_1', { account })}</p>,
    },
    ownData(),
    { id: 'keys', title: t('help.voting.keys'), text: <p>{rich('help.voting.keys_1', { kbd })}</p> },
  ],
})

const ballot = (): Chapter => ({
  id: 'ballot',
  title: t('help.voting.ballot'),
  text: (
    <>
      <p>{rich('help.voting.ballot_1', { b })}</p>
      <p>{t('help.voting.ballot_2')}</p>
      <p>{rich('help.voting.ballot_3', { account })}</p>
    </>
  ),
})

const linked = (href: string, label: string, about: string[]) =>
  rich('mail.fact', { label: linkTo(href)(label), value: sentences(about) })

const ownData = (): Chapter => ({
  id: 'your-data',
  title: t('account.your_data'),
  text: (
    <ul>
      <li>{linked('/account/address', t('account.change_address'), [t('address.about')])}</li>
      <li>{linked('/account/data', t('account.take_data'), [t('data.about'), t('data.anonymous')])}</li>
      <li>
        {linked('/account/leave', t('account.leave'), [
          t('leave.about'),
          t('leave.votes'),
          t('leave.copies'),
          t('leave.address'),
        ])}
      </li>
    </ul>
  ),
})

const link = (): Chapter => ({
  id: 'link',
  title: t('help.voting.link'),
  text: (
    <>
      <p>{t('help.voting.link_1')}</p>
      <p>{t('help.voting.link_2')}</p>
      <p>{t('help.voting.link_3')}</p>
    </>
  ),
})

const joining = (): Chapter => ({
  id: 'joining',
  title: t('help.voting.joining'),
  text: (
    <>
      <p>{t('help.voting.joining_1')}</p>
      <p>{t('help.voting.joining_2')}</p>
    </>
  ),
})

const signingIn = (): Chapter => ({
  id: 'signing-in',
  title: t('help.voting.signing_in'),
  text: (
    <>
      <p>{rich('help.voting.signing_in_1', { sign_in: linkTo('/sign-in') })}</p>
      <ul>
        <li>{t('help.voting.signing_in_2', { minutes: SIGN_IN_MINUTES })}</li>
        <li>{t('help.voting.signing_in_3', { tries: MAX_CODE_TRIES })}</li>
        <li>{t('help.voting.signing_in_4')}</li>
      </ul>
      <p>{rich('help.voting.signing_in_6', { passkeys: linkTo('/account/passkeys') })}</p>
      <p>{rich('help.voting.signing_in_7', { account })}</p>
      <p>{rich('help.voting.signing_in_5', { account })}</p>
      <p>{rich('help.voting.signing_in_8', { access: linkTo('/account/access') })}</p>
    </>
  ),
})

const anonymous = (): Chapter => ({
  id: 'anonymous',
  title: t('help.voting.anonymous'),
  text: (
    <>
      <p>{t('help.voting.anonymous_1')}</p>
      <ul>
        <li>{t('help.voting.anonymous_2')}</li>
        <li>{t('help.voting.anonymous_3')}</li>
        <li>{t('help.voting.anonymous_4')}</li>
        <li>{t('poll.results_anonymous')}</li>
        <li>{t('help.voting.anonymous_5')}</li>
      </ul>
      <p>{t('help.voting.anonymous_6')}</p>
      <ul>
        <li>{t('help.voting.anonymous_7')}</li>
        <li>{t('help.voting.anonymous_8')}</li>
        <li>{t('help.voting.anonymous_9')}</li>
      </ul>
    </>
  ),
})
