import type { Visitor } from '../visits/visit.ts'

/** The person whose name it is, and how they came; `vouched`: nobody else has had their link or session. */
export type Namer = {
  visitor: Pick<Visitor, 'named' | 'name_settled'>
  came_by: 'link' | 'session'
  vouched: boolean
}

/**
 * Whether a name can be given beside a vote, a comment or an invitation. People without a name are asked for
 * it. Visitors by the link in their mail correct it until they have signed in: then they do so in their
 * account, because whoever the mail was forwarded to has the link too. Nobody can by a link that others
 * copied.
 */
export function mayName({ visitor, came_by, vouched }: Namer): boolean {
  return !visitor.named || (came_by === 'link' && vouched && !visitor.name_settled)
}

/**
 * Whether their name needs no question, only a way to change it: they have given it, or it was typed by a
 * copied link, and they came by one. The owner of the link is still asked.
 */
export function isNameSaid({
  visitor,
  vouched,
}: Pick<Namer, 'vouched'> & { visitor: Pick<Visitor, 'named' | 'name_typed'> }): boolean {
  return visitor.named || (visitor.name_typed && !vouched)
}
