import pg from 'pg'
import { expect, test } from 'vitest'
import { noteLost } from '../db/lost.ts'
import { databaseTrouble } from './database-trouble.ts'

const refused = () => Object.assign(new Error('x'), { code: 'ECONNREFUSED' })

const NAME = 'DATABASE_URL (postgres://moot:***@db.example/moot)'

function fromServer(code: string, message: string): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })
}

function fromConnection(error: Error): Error {
  noteLost(error)
  return error
}

test.each([
  [
    fromServer('28P01', 'password authentication failed for user "moot"'),
    /rejected the user name or password/,
  ],
  [
    fromServer('28000', 'no pg_hba.conf entry for host "10.0.0.1"'),
    /does not allow this user to connect from here \(no pg_hba/,
  ],
  [
    fromServer('3D000', 'database "moot" does not exist'),
    /^[^\n]*: database "moot" does not exist; create it/,
  ],
  [fromServer('53300', 'sorry, too many clients already'), /no free connections/],
  [fromServer('53100', 'could not write init file: No space left on device'), /its disk is full .*free some/],
  [fromServer('57P03', 'the database system is starting up'), /starting or stopping/],
  [
    fromServer('42501', 'permission denied for schema public'),
    /lacks a permission \(permission denied for schema public\)/,
  ],
  [
    new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    /asks for a password; set PGPASSWORD/,
  ],
  [fromConnection(refused()), /connection refused/],
  [fromConnection(new AggregateError([refused()])), /connection refused/],
  [new Error('timeout expired'), /no response/],
])('%s is reported in one line that names the setting', (error, words) => {
  const halt = databaseTrouble(error, NAME)
  expect(halt?.message).toMatch(/^DATABASE_URL \(postgres:\/\/moot:\*\*\*@db\.example\/moot\): [^\n]*\.$/)
  expect(halt?.message).toMatch(words)
})

test('an error in the program is not reported as a database problem', () => {
  expect(databaseTrouble(fromServer('42601', 'syntax error'), NAME)).toBeNull()
  expect(databaseTrouble(Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' }), NAME)).toBeNull()
  expect(databaseTrouble(new TypeError('x is not a function'), NAME)).toBeNull()
})
