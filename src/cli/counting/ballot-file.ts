import { Value } from 'typebox/value'
import { type BallotExport, EXPORT } from '../../polls/results/ballot-export.ts'

/** The export in a document, or the first invalid place in it. */
export function readBallotExport(document: unknown): { file: BallotExport } | { wrong: string } {
  if (Value.Check(EXPORT, document)) {
    const slots = document.poll.options.map((option) => option.slot)
    if (new Set(slots).size < slots.length) return { wrong: 'poll.options' }
    return isEach(document.ballots, document.poll.anonymous) ? { file: document } : { wrong: 'ballots' }
  }
  const deepest = [...Value.Errors(EXPORT, document)].map(({ instancePath }) => instancePath.slice(1))
  const wrong = deepest.sort((a, b) => b.split('/').length - a.split('/').length)[0] ?? ''
  return { wrong: wrong === '' ? 'format' : wrong.replaceAll('/', '.') }
}

function isEach(ballots: BallotExport['ballots'], anonymous: boolean): boolean {
  return ballots.every((ballot) => 'hash' in ballot === anonymous)
}
