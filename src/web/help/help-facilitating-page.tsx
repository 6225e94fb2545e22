import type { FastifyReply } from 'fastify'
import { MAX_TAGS } from '../../groups/tags/tag.ts'
import { t } from '../../locales/say.ts'
import { CLOSING_SOON_HOURS } from '../../polls/poll.ts'
import { REMINDER_PAUSE_HOURS } from '../../polls/remind-undecided.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { rich } from '../words/rich.tsx'
import { type Chapter, type Help, HelpFrame, TypesPart } from './help-frame-part.tsx'
import { b, code, linkTo } from './prose.tsx'

export const facilitatingHelpPage = openPage({
  path: '/help/facilitating',
  show: showFacilitatingHelp,
})

/** GET /help/facilitating: for people who start polls. */
async function showFacilitatingHelp(exchange: Exchange): Promise<FastifyReply> {
  const viewer = await signedIn(exchange)
  return sendPage(exchange, <HelpFrame words={facilitatingHelp} viewer={viewer} />)
}

const facilitatingHelp = (): Help => ({
  title: t('help.facilitating.title'),
  about: t('help.facilitating.about'),
  chapters: [
    making(),
    {
      id: 'thread-or-poll',
      title: t('help.facilitating.first'),
      text: <p>{t('help.facilitating.first_1')}</p>,
    },
    { id: 'types', title: t('help.facilitating.types'), text: <TypesPart words="when_to_choose" /> },
    voters(),
    secrecy(),
    passing(),
    reminding(),
    {
      id: 'outcomes',
      title: t('help.facilitating.outcomes'),
      text: <p>{t('help.facilitating.outcomes_1')}</p>,
    },
    keeping(),
    tags(),
    {
      id: 'inviting',
      title: t('help.facilitating.inviting'),
      text: (
        <>
          <p>{t('help.facilitating.inviting_1')}</p>
          <p>{t('help.facilitating.inviting_2')}</p>
        </>
      ),
    },
    publicGroups(),
    admins(),
  ],
})

const publicGroups = (): Chapter => ({
  id: 'public',
  title: t('help.facilitating.public'),
  text: (
    <>
      <p>{t('help.facilitating.public_1')}</p>
      <p>{t('help.facilitating.public_2')}</p>
      <p>{rich('help.facilitating.public_3', { code })}</p>
    </>
  ),
})

const tags = (): Chapter => ({
  id: 'tags',
  title: t('tags.tags'),
  text: (
    <>
      <p>{t('help.facilitating.tags_1', { most: MAX_TAGS })}</p>
      <p>{t('help.facilitating.tags_2')}</p>
    </>
  ),
})

const making = (): Chapter => ({
  id: 'making',
  title: t('help.facilitating.making'),
  text: (
    <>
      <p>{rich('help.facilitating.making_1', { b })}</p>
      <p>{rich('help.facilitating.making_2', { b })}</p>
    </>
  ),
})

const voters = (): Chapter => ({
  id: 'voters',
  title: t('help.facilitating.voters'),
  text: (
    <>
      <p>{t('help.facilitating.voters_1')}</p>
      <p>{t('help.facilitating.voters_2')}</p>
      <p>{t('help.facilitating.voters_3')}</p>
      <p>{t('help.facilitating.voters_4')}</p>
    </>
  ),
})

const secrecy = (): Chapter => ({
  id: 'secrecy',
  title: t('help.facilitating.secrecy'),
  text: <p>{rich('help.facilitating.secrecy_1', { anonymous: linkTo('/help/voting#anonymous') })}</p>,
})

const passing = (): Chapter => ({
  id: 'passing',
  title: t('help.facilitating.passing'),
  text: (
    <>
      <p>{t('help.facilitating.passing_1')}</p>
      <ul>
        <li>{t('help.facilitating.passing_2')}</li>
        <li>{t('help.facilitating.passing_3')}</li>
        <li>{t('help.facilitating.passing_4')}</li>
      </ul>
      <p>{t('help.facilitating.passing_5')}</p>
    </>
  ),
})

const reminding = (): Chapter => ({
  id: 'reminding',
  title: t('help.facilitating.reminding'),
  text: (
    <>
      <p>{t('help.facilitating.reminding_1', { before: CLOSING_SOON_HOURS, pause: REMINDER_PAUSE_HOURS })}</p>
      <p>{t('help.facilitating.reminding_2')}</p>
      <p>{t('help.facilitating.reminding_3')}</p>
    </>
  ),
})

const keeping = (): Chapter => ({
  id: 'keeping',
  title: t('help.facilitating.keeping'),
  text: (
    <>
      <p>{t('help.facilitating.keeping_1')}</p>
      <pre>
        <code>folkmoot recount ballots-KEY.json</code>
      </pre>
      <p>{rich('help.facilitating.keeping_2', { code })}</p>
    </>
  ),
})

const admins = (): Chapter => ({
  id: 'admins',
  title: t('help.facilitating.admins'),
  text: (
    <>
      <p>{t('help.facilitating.admins_1')}</p>
      <p>{t('help.facilitating.admins_2')}</p>
      <p>{t('help.facilitating.admins_3')}</p>
    </>
  ),
})
