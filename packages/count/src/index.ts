export { type Blt, FileError, readBlt, writeBlt } from './blt.ts'
export { count } from './count.ts'
export { type CountJson, countJson, type RoundJson, type TieJson } from './count-json.ts'
export { type CsvElection, readCsv } from './csv.ts'
export { guessedByLot } from './decided-by-lot.ts'
export {
  type Ballot,
  CountError,
  type Election,
  type Lot,
  type RankedBallot,
  type ScoredBallot,
} from './election.ts'
export { type Counted, ENGLISH, explain, type MedianTie, type Moved, type Words } from './explain.ts'
export { METHODS, type Method, RANKED_METHODS, SEVERAL_SEATS } from './methods.ts'
export type {
  Count,
  Lots,
  MethodCount,
  Pairwise,
  Round,
  Spending,
  Step,
  Tie,
  TieRule,
  Transfer,
} from './result.ts'
export { decimal, readableVotes } from './votes.ts'
