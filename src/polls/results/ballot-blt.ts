import { writeBlt } from '@folkmoot/count'
import { rankedBallots } from '../counts/counting.ts'
import { pollType } from '../types/index.ts'
import { type BallotExport, toCount } from './ballot-export.ts'

/**
 * The rankings of a closed poll as a BLT file, with the seed of its lots. Null: its ballots are no rankings.
 */
export function bltOf(file: BallotExport): string | null {
  const { poll_type, title, settings, options } = file.poll
  const asked = pollType(poll_type).counted_as === 'ranks' ? toCount(file) : null
  if (asked === null) return null
  const names = options.map(({ name }) => name)
  return writeBlt({
    title,
    seats: settings.seats ?? 1,
    options: names,
    withdrawn: [],
    ...rankedBallots(asked),
  })
}
