import { METHODS, type Method } from '@folkmoot/count'
import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { rich } from '../words/rich.tsx'
import { exampleOf } from './counting-examples.ts'
import { type Chapter, type Help, HelpFrame } from './help-frame-part.tsx'
import { b, code, linkTo } from './prose.tsx'

export const countingHelpPage = openPage({ path: '/help/counting', show: showCountingHelp })

/** GET /help/counting: every way of counting, on an example, with what it does well and what can go wrong. */
async function showCountingHelp(exchange: Exchange): Promise<FastifyReply> {
  const viewer = await signedIn(exchange)
  return sendPage(exchange, <HelpFrame words={countingHelp} viewer={viewer} />)
}

const countingHelp = (): Help => ({
  title: t('help.counting.title'),
  about: t('help.counting.about'),
  chapters: [
    choosing(),
    ...METHODS.map(chapterOf),
    { id: 'partial', title: t('help.counting.partial'), text: <p>{t('help.counting.partial_1')}</p> },
    { id: 'ties', title: t('help.counting.ties'), text: <p>{t('help.counting.ties_1')}</p> },
    { id: 'check', title: t('help.counting.check'), text: <p>{rich('help.counting.check_1', { code })}</p> },
  ],
})

const choosing = (): Chapter => ({
  id: 'choosing',
  title: t('help.counting.choosing'),
  text: (
    <p>
      {rich('help.counting.choosing_1', {
        irv: linkTo('#irv'),
        schulze: linkTo('#schulze'),
        stv: linkTo('#stv_scottish'),
        star: linkTo('#star'),
        shares: linkTo('#equal_shares'),
      })}
    </p>
  ),
})

const chapterOf = (method: Method): Chapter => ({
  id: method,
  title: t(`method.${method}`),
  text: <MethodPart method={method} />,
})

function MethodPart({ method }: { method: Method }): VNode {
  const { asked, ballots, told } = exampleOf(method)
  return (
    <>
      <p>{t(`method_when.${method}`)}</p>
      <p>{asked}</p>
      <ul>
        {ballots.map((ballot) => (
          <li key={ballot}>{ballot}</li>
        ))}
      </ul>
      <p>{t('help.counting.example')}</p>
      <ol>
        {told.map((sentence, at) => (
          <li key={at}>{sentence}</li>
        ))}
      </ol>
      <p>{rich('help.counting.strengths', { b, text: t(`count_good.${method}`) })}</p>
      <p>{rich('help.counting.faults', { b, text: t(`count_fault.${method}`) })}</p>
    </>
  )
}
