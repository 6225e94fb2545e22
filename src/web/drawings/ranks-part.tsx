import type { VNode } from 'preact'
import { pollType } from '../../polls/types/index.ts'
import { count } from '../../text/counted.ts'
import { Bar, Lines } from './bars-part.tsx'
import type { Line, Picture } from './picture.ts'

/** Points, which decide, and how many put the option first, told apart. */
export function RanksPicture({ picture }: { picture: Picture }): VNode {
  const { poll, lines, voters, most, brief } = picture
  const best = pollType(poll.poll_type).number(poll, lines.length).most
  const spreads = lines.some(({ spread }) => spread.length > 0)
  return (
    <>
      {!brief && (
        <p class="small">{`Points are counted: on each ballot the first of ${best} gets ${count(best, 'point')} and each next one point less; first choices are shown beside them and decide nothing.`}</p>
      )}
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
      <span class="small quiet">{`first choice of ${firsts} of ${voters}`}</span>
    </div>
  )
}
