import { expect, test } from 'vitest'
import { senderOf } from './letterhead.ts'

test('the sender of a mail is the group at the service, in one name if both have the same', () => {
  const mail_from = { name: 'Mill Lane', address: 'moot@example.org' }
  const sender = (name: string) => senderOf({ name }, { name: 'Mill Lane' }, { mail_from })
  expect(sender('Bike  Club')).toEqual({ name: 'Bike Club (Mill Lane)', address: 'moot@example.org' })
  expect(sender('Mill Lane').name).toBe('Mill Lane')
  expect(sender(' MILL lane ').name).toBe('MILL lane')
})
