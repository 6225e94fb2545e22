import { t } from '../../locales/say.ts'

// Control characters never come out of a text people wrote (see text/), so nobody can write a placeholder and
// have a reader's link appear where it is not meant to: in the address of somebody else's page, say.
export const PERSONAL_LINK = '\u0002personal\u0003'
export const UNSUBSCRIBE_LINK = '\u0002unsubscribe\u0003'

const BALLOT_LINKS = new RegExp(ballotLink('([A-Za-z0-9]{8})'), 'g')

/** Where the reader's own link goes to vote in the poll with this key, in a mail that is about more. */
export function ballotLink(key: string): string {
  return `\u0002ballot ${key}\u0003`
}

/** The polls whose ballots a stored body links to. */
export function ballotKeysIn(body: string): string[] {
  return [...new Set([...body.matchAll(BALLOT_LINKS)].map(([, key = '']) => key))]
}

/** Where the code goes that signs somebody in without following the link. */
export const CODE = '\u0002code\u0003'

/** `ballots`: by the key of the poll. Where one is missing, its poll is gone or not theirs any more. */
export type Links = {
  personal: string
  unsubscribe: string
  code?: string
  ballots?: ReadonlyMap<string, string>
}

/** What stands for the links where a stored mail is shown: they are made when it is sent. */
export function unsentLinks(): Links {
  return {
    personal: t('mail.personal_link'),
    unsubscribe: t('mail.unsubscribe_link'),
    code: t('mail.code_place'),
  }
}

/** A stored body with the links in their places. */
export function fillLinks(body: string, links: Links): string {
  return body
    .replaceAll(PERSONAL_LINK, links.personal)
    .replaceAll(UNSUBSCRIBE_LINK, links.unsubscribe)
    .replaceAll(CODE, links.code ?? '')
    .replace(BALLOT_LINKS, (_, key: string) => links.ballots?.get(key) ?? links.personal)
}
