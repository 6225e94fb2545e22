import type { FastifyReply } from 'fastify'
import { t } from '../../locales/say.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { rich } from '../words/rich.tsx'
import { type Chapter, type Help, HelpFrame } from './help-frame-part.tsx'
import { code, linkTo } from './prose.tsx'

export const checkingHelpPage = openPage({ path: '/help/checking', show: showCheckingHelp })

/** GET /help/checking: how anyone checks a result, what a receipt is for, and what neither proves. */
async function showCheckingHelp(exchange: Exchange): Promise<FastifyReply> {
  return sendPage(exchange, <HelpFrame words={checkingHelp} viewer={await signedIn(exchange)} />)
}

const CHAPTERS = ['record', 'receipt', 'proves', 'limits', 'keys', 'programs'] as const

const checkingHelp = (): Help => ({
  title: t('help.checking.title'),
  about: t('help.checking.about'),
  chapters: CHAPTERS.map(
    (name): Chapter => ({
      id: name,
      title: t(`checking_title.${name}`),
      text: (
        <p>
          {rich(`checking_text.${name}`, {
            verify: linkTo('/verify'),
            keys: linkTo('/.well-known/folkmoot-key'),
            code,
          })}
        </p>
      ),
    }),
  ),
})
