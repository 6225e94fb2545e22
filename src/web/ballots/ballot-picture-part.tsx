import type { VNode } from 'preact'
import type { PollType } from '../../polls/poll-types.ts'

const ROWS = [9, 24, 39]

const line = (y: number, x = 22, length = 34) => (
  <rect key={`line ${x} ${y}`} class="line" x={x} y={y - 1.5} width={length} height="3" rx="1.5" />
)
const ring = (y: number, full: boolean, x = 10) => (
  <circle key={`ring ${x} ${y}`} class={full ? 'full' : 'ring'} cx={x} cy={y} r="4.5" />
)

const PICTURES: Record<PollType, VNode> = {
  proposal: (
    <>
      <path class="agree" d="M6 9.5 9 12.5 15 5.5" />
      <path class="abstain" d="M6 24H14" />
      <path class="disagree" d="M6.5 35.5 13.5 42.5M13.5 35.5 6.5 42.5" />
      {ROWS.map((y) => line(y))}
    </>
  ),
  poll: <>{ROWS.map((y) => [ring(y, y === 24), line(y)])}</>,
  count: (
    <>
      <path class="agree" d="M6 16.5 9 19.5 15 12.5" />
      {line(16)}
      <path class="disagree" d="M6.5 29 13.5 36M13.5 29 6.5 36" />
      {line(32.5)}
    </>
  ),
  score: (
    <>
      {ROWS.map((y, row) => (
        <>
          {line(y, 6, 50)}
          <circle class="full" cx={[44, 16, 30][row]} cy={y} r="4.5" />
        </>
      ))}
    </>
  ),
  ranked_choice: (
    <>
      {ROWS.map((y, row) => (
        <>
          <text x="6" y={y + 4}>
            {row + 1}
          </text>
          {line(y, 18, [38, 30, 34][row])}
        </>
      ))}
    </>
  ),
  meeting: (
    <>
      {[12, 32, 52].map((x, column) =>
        ROWS.map((y, row) => (
          <rect
            key={`${x} ${y}`}
            class={[[1, 0, 2][row], [2, 1, 1][row], [0, 0, 1][row]][column] === 1 ? 'full' : 'ring'}
            x={x - 7}
            y={y - 5}
            width="14"
            height="10"
            rx="2"
          />
        )),
      )}
    </>
  ),
  dot_vote: (
    <>
      {ROWS.map((y, row) => (
        <>
          {line(y, 6, 20)}
          {Array.from({ length: [3, 1, 2][row] ?? 0 }, (_, dot) => (
            <circle key={`${y} ${dot}`} class="full" cx={34 + dot * 10} cy={y} r="3.5" />
          ))}
        </>
      ))}
    </>
  ),
}

/** What a ballot of this type looks like, in small. */
export function BallotPicture({ type }: { type: PollType }): VNode {
  return (
    <svg class="picture" viewBox="0 0 62 48" aria-hidden="true">
      {PICTURES[type]}
    </svg>
  )
}

const SENTENCES: Record<PollType, string> = {
  proposal: 'Puts one proposal to the group: everyone agrees, abstains or disagrees, and may say why.',
  poll: 'Everyone chooses one of your options, or several.',
  count: 'Asks who is in: everyone accepts or declines.',
  score: 'Everyone gives each option a score, so that how much they like it counts.',
  ranked_choice: 'Everyone puts the options in order, the best first.',
  meeting: 'Finds a time: everyone says for each whether they can come.',
  dot_vote: 'Everyone has a few dots to share out among the options. Good for setting priorities.',
}

/** What a type of poll is for, in a sentence. */
export function typeSentence(type: PollType): string {
  return SENTENCES[type]
}
