import { t } from '../../locales/say.ts'

// Placeholders are control characters, which are removed from all user text (see text/). So nobody can write
// a placeholder and get a reader's link into the wrong place, such as a URL of their own site.
export const PERSONAL_LINK = '\u0002personal\u0003'
export const UNSUBSCRIBE_LINK = '\u0002unsubscribe\u0003'

const BALLOT_LINKS = new RegExp(ballotLink('([A-Za-z0-9]{8})'), 'g')

/**
 * The placeholder for the recipient's voting link to the poll with this key, in a mail about several things.
 */
export function ballotLink(key: string): string {
  return `\u0002ballot ${key}\u0003`
}

/** The polls whose ballots a stored body links to. */
export function ballotKeysIn(body: string): string[] {
  return [...new Set([...body.matchAll(BALLOT_LINKS)].map(([, key = '']) => key))]
}

/** The placeholder for the code that signs someone in without following the link. */
export const CODE = '\u0002code\u0003'

/** The place of the service's mark in the HTML of a mail. */
export const MARK = '\u0002mark\u0003'

/**
 * `ballots`: by the poll's key. If one is missing, the poll is gone or the person no longer has its ballot.
 */
export type Links = {
  personal: string
  unsubscribe: string
  code?: string
  /** As HTML; none by default. */
  mark?: string | undefined
  ballots?: ReadonlyMap<string, string>
}

/** The text shown instead of links in a stored mail: links are made when it is sent. */
export function unsentLinks(): Links {
  return {
    personal: t('mail.personal_link'),
    unsubscribe: t('mail.unsubscribe_link'),
    code: t('mail.code_place'),
  }
}

/**
 * The links of a stored mail of which one was copied: the others are made when it is sent. A voting link is
 * not the copied link, which leads elsewhere.
 */
export function copiedLinks(
  body: string,
  { link, code }: { link: string | null; code: string | null },
): Links {
  const unsent = unsentLinks()
  return {
    ...unsent,
    personal: link ?? unsent.personal,
    code: code ?? unsent.code ?? '',
    ballots: new Map(ballotKeysIn(body).map((key) => [key, unsent.personal])),
  }
}

/** A stored body with its placeholders replaced by links. */
export function fillLinks(body: string, links: Links): string {
  return body
    .replaceAll(PERSONAL_LINK, links.personal)
    .replaceAll(UNSUBSCRIBE_LINK, links.unsubscribe)
    .replaceAll(CODE, links.code ?? '')
    .replace(MARK, links.mark ?? '')
    .replace(BALLOT_LINKS, (_, key: string) => links.ballots?.get(key) ?? links.personal)
}
