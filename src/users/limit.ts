/** The limits: `most` attempts within `minutes`, counted from the first. */
export const LIMITS = {
  /** For each network: nobody can keep the person of an address elsewhere from getting a mail. */
  sign_in_address: { most: 5, minutes: 30 },
  /** For each browser in which the person of the address has signed in before. */
  sign_in_known: { most: 5, minutes: 30 },
  /** For each person who is signed in and signs in again. */
  sign_in_again: { most: 5, minutes: 30 },
  /** Mails to an address that a signed-in person enters as their new one. */
  new_address: { most: 5, minutes: 30 },
  sign_in_network: { most: 30, minutes: 30 },
  /** Codes typed in browsers where their person has not signed in before. */
  code_network: { most: 60, minutes: 30 },
  /** More than anyone types. */
  comment: { most: 20, minutes: 1 },
  /** All of an office may come in the same morning. Going to a provider and coming back count. */
  provider_network: { most: 600, minutes: 30 },
  /** A meeting may share one network. */
  join_network: { most: 100, minutes: 30 },
  join_link: { most: 500, minutes: 60 },
  /** A meeting may share one network. Counted for each poll. */
  open_vote_network: { most: 100, minutes: 30 },
  open_vote_poll: { most: 1_000, minutes: 60 },
  new_group: { most: 5, minutes: 24 * 60 },
  /** Mails that an admin sends to themselves. */
  trial_mail: { most: 5, minutes: 30 },
  /** As for providers. Pages that offer to sign in ask when they are opened; answers count too. */
  passkey_network: { most: 900, minutes: 30 },
  new_passkey: { most: 60, minutes: 24 * 60 },
  /** Wrong codes for an account, counted apart for strangers, known browsers, and each login to be linked. */
  wrong_code_account: { most: 30, minutes: 24 * 60 },
  /** The same for all logins of one provider: it may have any number of them with one address. */
  wrong_code_provider: { most: 100, minutes: 24 * 60 },
} as const
export type LimitName = keyof typeof LIMITS

/** The same mailbox for all spellings: ignores letter case and anything after a +. */
export function mailbox(address: string): string {
  const [local = '', domain = ''] = splitAt(address.trim().toLowerCase())
  return `${local.split('+', 1)[0]}@${domain}`
}

/** The origin of a request: an address, or for IPv6 its network, which usually belongs to one visitor. */
export function network(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  return mapped?.[1] ?? groupsOf(ip).slice(0, 4).join(':')
}

/** All eight groups of an IPv6 address: `::` replaces the missing zeros. */
function groupsOf(ip: string): string[] {
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  return [...before, ...(tail === undefined ? [] : zeros), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  )
}

function splitAt(address: string): [string, string] {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}
