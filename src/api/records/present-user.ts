import { type Static, Type } from 'typebox'
import { initials, type User } from '../../users/user.ts'
import { Flag, Id, MaybeText, Record, Text, Time, time } from '../wire.ts'

export const UserRecord = Record('User', {
  id: Id('The user.'),
  name: MaybeText('Null until the person has entered a name, or an admin of the group has entered one.'),
  username: MaybeText('For mentions.'),
  email: MaybeText('Only in membership responses to keys with read_memberships; otherwise null.'),
  email_verified: Flag('Whether the person has confirmed the address.'),
  bot: Flag('True for the user that authors what an API key does.'),
  avatar_initials: Text('One or two letters.'),
  avatar_kind: Text('Always "initials".'),
  time_zone: Text('IANA name.'),
  locale: Text('The language the person chose, as a language tag; en if they have not chosen one.'),
  created_at: Time('When the account was created.'),
  titles: Type.Record(Type.String(), Type.String(), {
    description: "The person's title in a group, by group id.",
  }),
})

export type WireUser = Static<typeof UserRecord>

/** A user without the address, which only membership responses may contain. */
export function presentUser(user: User): WireUser {
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    email: null,
    email_verified: user.email_verified,
    bot: user.bot,
    avatar_initials: initials(user),
    avatar_kind: 'initials',
    time_zone: user.time_zone,
    locale: user.locale ?? 'en',
    created_at: time(user.created_at),
    titles: {},
  }
}
