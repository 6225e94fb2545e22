import { Type } from 'typebox'
import { REFUSAL_CODES } from '../../http/problem.ts'
import { OneOf, Record, Text } from '../wire.ts'

export const Problem = Record('Problem', {
  type: Text('A page about this kind of problem.'),
  title: Text('The kind of problem in words.'),
  status: Type.Integer({ description: 'The HTTP status.' }),
  code: OneOf(REFUSAL_CODES, 'The kind of problem, for programs.'),
  error: Text('What is wrong, in one sentence.'),
  errors: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'Every invalid field and what is wrong with it.',
    }),
  ),
  problems: Type.Optional(
    Type.Array(
      Record('FieldProblem', {
        field: Text('The field.'),
        code: Text('What is wrong with it, for programs: the codes are stable.'),
        params: Type.Record(Type.String(), Type.Unknown(), {
          description: 'The values in the message.',
        }),
        message: Text('What is wrong with it, in the language of Accept-Language.'),
      }),
      { description: 'The same as codes, one for each message in errors.' },
    ),
  ),
  allowance: Type.Optional(
    Record('Allowance', {
      limit: Type.Integer({ description: 'The limit for its time window.' }),
      remaining: Type.Integer({ description: 'The number left.' }),
      reset_seconds: Type.Integer({ description: 'Seconds until the limit resets.' }),
    }),
  ),
  request_id: Text('Identifies this request in the log.'),
})
