import { type TSchema, Type } from 'typebox'
import { Count, Flag, Id, ListOf, MaybeText, Record as RecordOf, Text } from '../wire.ts'

const Loose = (description: string) =>
  Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description,
  })

const perhaps = (schema: TSchema) => Type.Optional(schema)
const Salt = Text('The salt, in hex.')

const BallotRow = RecordOf('Recorded ballot', {
  choices: ListOf(
    Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }),
    'The answers: [slot, number], by slot. In rankings, the number is the rank, 1 being the best.',
  ),
  c: perhaps(Text('With receipts: the commitment, in hex.')),
  b: perhaps(Text('With receipts: the hash that hides the nonce and the words of the voter, in hex.')),
  nonce: perhaps(Text('In anonymous polls without receipts: a random number, in hex.')),
  cast_by_key: perhaps(MaybeText('The name of the API key that cast it; null: the voter cast it.')),
  voter_hash: perhaps(Text("In named polls: the hash of the salt and the voter's id.")),
  reason_hash: perhaps(MaybeText('The hash of the salt and the reason; null: there is no reason.')),
  voter: perhaps(
    RecordOf('Recorded voter', { id: Id('The voter.'), name: Text('Their current name.'), salt: Salt }),
  ),
  reason: perhaps(RecordOf('Recorded reason', { text: Text('The reason.'), salt: Salt })),
  cast_at: perhaps(Text('When it was cast.')),
})

const RollRow = RecordOf('Roll entry', {
  entry: Text('A hash by which only the person themselves can recognize their entry, in hex.'),
  voted: Flag('Whether this person voted.'),
})

const TotalRow = RecordOf('Recorded total', {
  slot: Id('The option.'),
  rank: Count('Its rank by score.'),
  score: Type.Number({ description: 'The sum of its scores.' }),
  voter_count: Count('The number of voters who support it.'),
  average: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'The average score.' }),
})

/** The schema of a poll's record (`PollRecord`), which is sent as text. */
export const PollRecordAnswer = RecordOf('Poll record', {
  format: Text('The format and its version.', { examples: ['folkmoot-poll/1'] }),
  manifest: Loose('The question, the options and the rules.'),
  manifest_signature: MaybeText('The signature of the manifest, in base64. Null: not signed yet.'),
  key: MaybeText('The public key that verifies the signatures.'),
  head: MaybeText('The signed note of the closing.'),
  previous_head: MaybeText("The signed note of the group's previous closing. Null: this is the first."),
  ballots: ListOf(BallotRow, 'All ballots, in the order of their leaves.'),
  roll: ListOf(RollRow, 'Everyone who could vote.'),
  totals: RecordOf('Recorded totals', {
    cast_count: Count('The number of ballots.'),
    rows: ListOf(TotalRow, 'The totals, by slot.'),
  }),
  count: Loose('How the ballots were counted. Null: polls of this type elect nothing.'),
  verdict: Loose('The decision. Null: the poll has no conditions.'),
})
