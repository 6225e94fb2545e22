import type { ComponentChildren, VNode } from 'preact'
import { joined, t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { isExportable } from '../../polls/results/load-ballot-export.ts'
import { pollType } from '../../polls/types/index.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { rich } from '../words/rich.tsx'

const link = (text: ComponentChildren) => <a href="/help/facilitating#keeping">{text}</a>

/** Links to the ballots of a closed poll, to download and count again. */
export function BallotFilesPart({ loaded }: { loaded: LoadedPoll }): VNode | null {
  if (!isExportable(loaded)) return null
  const at = `/p/${loaded.poll.key}/ballots`
  const meanings = meaningsOf(loaded)
  return (
    <section class="stack on-screen" aria-labelledby="keep">
      <h2 id="keep">{t('result.keep')}</h2>
      <p class="row">
        <a href={`${at}.csv`}>{t('result.ballots_csv')}</a>
        {pollType(loaded.poll.poll_type).counted_as === 'ranks' && (
          <a href={`${at}.blt`}>{t('result.ballots_blt')}</a>
        )}
        {!loaded.poll.receipts && <a href={`${at}.json`}>{t('result.ballots_json')}</a>}
        <button class="button plain" type="button" data-print="">
          {t('result.print_minutes')}
        </button>
      </p>
      {meanings.length > 0 && <p class="quiet">{t('result.csv_numbers', { meanings: joined(meanings) })} </p>}
      <p class="quiet">
        <KeepAbout poll={loaded.poll} />
      </p>
      <IslandScript name="buttons" />
    </section>
  )
}

/** What the numbers in the table mean, the largest first: spreadsheets add them up, so they stay numbers. */
function meaningsOf({ poll, options }: LoadedPoll): string[] {
  const { words, number, withheld } = pollType(poll.poll_type)
  if (words.answer === undefined) return []
  const { least, most } = number(poll, options.length)
  return Array.from({ length: most - least + 1 }, (_, place) => most - place)
    .filter((one) => withheld(one, poll) === null)
    .map((one) => t('result.csv_number', { number: one, answer: words.answer?.(one) ?? '' }))
}

/** The votes of anonymous polls have no reasons, and those with receipts are in the record alone. */
function KeepAbout({ poll: { anonymous, receipts } }: Pick<LoadedPoll, 'poll'>): VNode {
  if (receipts) return <>{rich('result.keep_minutes', { link })}</>
  const code = (text: ComponentChildren) => <code>{text}</code>
  return <>{rich(anonymous ? 'result.keep_about_anonymous' : 'result.keep_about', { code, link })}</>
}
