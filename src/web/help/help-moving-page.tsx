import type { FastifyReply } from 'fastify'
import { t } from '../../locales/say.ts'
import { POLL_TYPE_NAMES } from '../../polls/types/index.ts'
import { Example } from '../parts/api-endpoint-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { rich } from '../words/rich.tsx'
import { type Chapter, type Help, HelpFrame } from './help-frame-part.tsx'
import { inviteProgram, pollProgram } from './moving-programs.ts'
import { code, linkTo } from './prose.tsx'

export const movingHelpPage = openPage({
  path: '/help/moving',
  show: showMovingHelp,
})

/** GET /help/moving: for programs of b1 services, and for groups that move from another service. */
async function showMovingHelp(exchange: Exchange): Promise<FastifyReply> {
  const words = () => movingHelp(exchange.services.config.public_url)
  return sendPage(exchange, <HelpFrame words={words} viewer={await signedIn(exchange)} />)
}

const movingHelp = (base: string): Help => ({
  title: t('help.moving.title'),
  about: t('help.moving.about'),
  chapters: [loomio(), b1(base), same(), check(), members(base), polls(base), left()],
})

const loomio = (): Chapter => ({
  id: 'loomio',
  title: t('help.moving.loomio'),
  text: (
    <>
      <p>{rich('help.moving.loomio_1', { import: linkTo('/service/import') })}</p>
      <Example label={t('help.moving.command_line')} text={LOOMIO_COMMANDS} />
      <p>{t('help.moving.loomio_2')}</p>
      <ul>
        <li>{t('help.moving.loomio_3')}</li>
        <li>{t('help.moving.loomio_4')}</li>
        <li>{rich('help.moving.loomio_5', { code })}</li>
        <li>{t('help.moving.loomio_6')}</li>
        <li>{t('help.moving.loomio_7')}</li>
        <li>{t('help.moving.loomio_8')}</li>
      </ul>
      <p>{t('help.moving.loomio_9')}</p>
      <p>{t('help.moving.loomio_10')}</p>
      <p>{t('help.moving.loomio_11')}</p>
    </>
  ),
})

const LOOMIO_COMMANDS = `npx folkmoot import loomio our-group.json --dry-run
npx folkmoot import loomio our-group.json`

const b1 = (base: string): Chapter => ({
  id: 'b1',
  title: t('help.moving.b1'),
  text: (
    <>
      <p>{t('help.moving.b1_1')}</p>
      <Example label={t('help.moving.address')} text={`${base}/api/b1`} />
      <p>{rich('help.moving.b1_2', { code })}</p>
    </>
  ),
})

const same = (): Chapter => ({
  id: 'same',
  title: t('help.moving.same'),
  text: (
    <ul>
      <li>{t('help.moving.same_1')}</li>
      <li>{rich('help.moving.same_2', { code })}</li>
      <li>{t('help.moving.same_3')}</li>
      <li>{rich('help.moving.same_4', { code })}</li>
      <li>{rich('help.moving.same_5', { code })}</li>
    </ul>
  ),
})

const check = (): Chapter => ({
  id: 'other',
  title: t('help.moving.check'),
  text: (
    <ul>
      <li>{t('help.moving.check_1')}</li>
      <li>{rich('help.moving.check_2', { code, errors: linkTo('/help/api#errors') })}</li>
      <li>{rich('help.moving.check_3', { code })}</li>
      <li>{rich('help.moving.check_4', { code })}</li>
      <li>{t('help.moving.check_5')}</li>
      <li>{t('help.moving.check_6')}</li>
      <li>{t('help.moving.check_7')}</li>
      <li>{rich('help.moving.check_8', { limits: linkTo('/help/api#limits') })}</li>
    </ul>
  ),
})

const members = (base: string): Chapter => ({
  id: 'members',
  title: t('help.moving.members'),
  text: (
    <>
      <p>{rich('help.moving.members_1', { code })}</p>
      <Example label="invite.py" text={inviteProgram(base)} tall />
      <p>{rich('help.moving.members_2', { setting: code('"dry_run": True') })}</p>
    </>
  ),
})

const polls = (base: string): Chapter => ({
  id: 'polls',
  title: t('help.moving.polls'),
  text: (
    <>
      <p>{rich('help.moving.polls_1', { code, types: code(POLL_TYPE_NAMES.join(', ')) })}</p>
      <Example label="polls.py" text={pollProgram(base)} tall />
      <p>{rich('help.moving.polls_2', { code })}</p>
    </>
  ),
})

const left = (): Chapter => ({
  id: 'left',
  title: t('help.moving.left'),
  text: (
    <>
      <p>{rich('help.moving.left_1', { loomio: linkTo('#loomio') })}</p>
      <p>{t('help.moving.left_2')}</p>
    </>
  ),
})
