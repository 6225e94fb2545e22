import type { VNode } from 'preact'
import { sentences, t } from '../../locales/say.ts'
import { pollType } from '../../polls/types/index.ts'
import { Bar, Lines } from './bars-part.tsx'
import type { Line, Picture } from './picture.ts'

/** Shows points, which decide, and where known how many voters put the option first, which does not. */
export function RanksPicture({ picture }: { picture: Picture }): VNode {
  const { poll, lines, voters, most } = picture
  const best = pollType(poll.poll_type).number(poll, lines.length).most
  const spreads = lines.some(({ spread }) => spread.length > 0)
  return (
    <>
      <p class="small">
        {sentences([t('drawing.points_about', { best }), spreads ? t('drawing.firsts_about') : ''])}
      </p>
      <div class="ranks">
        <Lines
          picture={picture}
          draw={(line) => (
            <>
              <Bar share={line.row.score / most} look="other" />
              {spreads && <FirstChoices line={line} best={best} voters={voters} />}
            </>
          )}
        />
      </div>
    </>
  )
}

function FirstChoices({ line, best, voters }: { line: Line; best: number; voters: number }): VNode {
  const firsts = line.spread.find(({ score }) => score === best)?.count ?? 0
  return (
    <div class="firsts">
      <Bar share={firsts / voters} look="other" />
      <span class="small quiet">{t('drawing.first_choice_of', { votes: firsts, voters })}</span>
    </div>
  )
}
